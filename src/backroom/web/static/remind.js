// Tables that wait for me, told by the browser wherever I am in the house. Each turn is told once.
const own = document.querySelector('script[src*="remind.js"]').dataset;
async function tell(turn) {
  const options = { body: turn.title, tag: turn.table, data: `/tables/${turn.table}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) worker.showNotification(own.turn, options); else new Notification(own.turn, options).onclick = () => location.assign(options.data);
}
async function look() {
  if (globalThis.Notification?.permission !== 'granted') return;
  try {
    const answer = await fetch('/turns', { headers: { accept: 'application/json' } });
    if (!answer.ok) return;
    for (const turn of await answer.json()) {
      const key = `turn:${turn.table}`;
      if (localStorage.getItem(key) === String(turn.acted)) continue;
      localStorage.setItem(key, String(turn.acted));
      if (document.hidden || document.body.dataset.table !== turn.table) await tell(turn);
    }
  } catch { /* the house does not answer now; later it will */ }
}
look();
setInterval(look, 60_000);
