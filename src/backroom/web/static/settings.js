// What this browser kept for itself gives way to what is wished on this page; notifications have to be allowed first.
const forget = ['sound', 'notify', 'theme'];
const form = document.querySelector('form.wishes');
form?.addEventListener('submit', () => { for (const key of forget) try { localStorage.removeItem(key); } catch { /* nothing was kept */ } });
const notify = document.querySelector('#notify');
notify?.addEventListener('change', async () => {
  if (!notify.checked) return;
  const answer = await globalThis.Notification?.requestPermission();
  if (answer === 'granted') return;
  notify.checked = false;
  document.querySelector('#toast').textContent = notify.dataset.denied;
});
