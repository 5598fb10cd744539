// A shared device: where the curtain falls in one window it falls in all, and what was behind it is gone at once.
const own = document.querySelector('script[src*="hand.js"]').dataset;
const line = globalThis.BroadcastChannel ? new BroadcastChannel('hand') : null;
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
addEventListener('pagehide', () => { if (own.hand) document.querySelector('main').replaceChildren(); });
if (own.curtain) {
  line?.postMessage(own.curtain);
  if (own.wanted === '0') setInterval(async () => {
    const answer = await fetch(`/tables/${own.curtain}/curtain`).catch(() => null);
    if (answer?.ok && (await answer.json()).wanted.length) location.reload();
  }, 2000);
} else if (line) {
  line.onmessage = (event) => { if (event.data === own.hand) { document.querySelector('main').replaceChildren(); location.reload(); } };
}
