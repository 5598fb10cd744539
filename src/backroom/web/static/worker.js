// The house keeps one page in the browser, for when there is no connection, and what that page is drawn with. Nothing
// of any table is ever kept. KEPT and ICON are put before this by the server.
const NAME = `offline ${KEPT.join(' ')}`;
addEventListener('install', (event) => {
  // What a table's script asks for is none of its business: it goes past it, and need not wait until it is awake.
  event.addRoutes?.([{ condition: { or: [{ requestMethod: 'POST' }, { urlPattern: { pathname: '/tables/*' }, requestMode: 'cors' }] }, source: 'network' }]).catch(() => { /* a browser that knows no routes */ });
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(KEPT)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))).then(() => clients.claim()));
});
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(KEPT[0])));
  else if (KEPT.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreVary: true })));
});
addEventListener('push', (event) => {
  const told = event.data?.json() ?? {};
  const options = { body: told.body, tag: told.tag, lang: told.lang, dir: told.dir, data: told.place, icon: ICON };
  event.waitUntil(clients.matchAll({ type: 'window' }).then((open) => {
    const seen = open.some((each) => each.visibilityState === 'visible' && new URL(each.url).pathname === told.place);
    return seen ? null : registration.showNotification(told.title ?? 'Back Room', options);
  }));
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const place = event.notification.data ?? '/';
  event.waitUntil(clients.matchAll({ type: 'window' }).then((open) => {
    const there = open.find((each) => new URL(each.url).pathname === place);
    return there ? there.focus() : clients.openWindow(place);
  }));
});
