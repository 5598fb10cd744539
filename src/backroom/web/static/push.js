// Word of a turn while no page is open: the browser's maker brings it, where the house and the browser do such things.
import { keep, wished } from './room.js';

const body = document.body;
const post = (place, fields) => fetch(place, { method: 'POST', keepalive: true, headers: { accept: 'application/json' }, body: new URLSearchParams({ csrf: body.dataset.csrf, ...fields }) });
const plain = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

async function subscribe() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = body.dataset.push;
  let found = await pushManager.getSubscription();
  if (found && plain(found.options.applicationServerKey) !== key) { await found.unsubscribe(); found = null; }
  found ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  const told = `${body.dataset.who} ${document.documentElement.lang} ${new Date().toDateString()} ${endpoint}`; // said again every day
  if (keep.get('push') === told) return;
  const answer = await post('/push', { endpoint, ...keys });
  if (answer.ok) keep.set('push', told);
}

async function unsubscribe() {
  if (!keep.get('push')) return;
  keep.set('push', '');
  const found = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (!found) return;
  await post('/push/forget', { endpoint: found.endpoint });
  await found.unsubscribe();
}

export async function settle() {
  try {
    if (body.dataset.push && wished('notify') && globalThis.Notification?.permission === 'granted') await subscribe(); else await unsubscribe();
  } catch { /* a browser without it, or nobody answers now */ }
}

// Who signs out here is not told here any more.
addEventListener('submit', async (event) => {
  const form = event.target;
  if (!keep.get('push') || !/^\/people\/(sign-out|leave)$/.test(new URL(form.action).pathname)) return;
  event.preventDefault();
  await unsubscribe().catch(() => { /* the house forgets it when it is told that there is nobody */ });
  form.requestSubmit(event.submitter);
});
