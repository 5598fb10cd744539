// Makes the pages live: what changed is swapped in, pieces travel, choices are previewed. Every page works without it.
const root = document.documentElement;
const body = document.body;
const at = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
export const keep = { get: (key) => { try { return localStorage.getItem(key); } catch { return null; } }, set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* nothing is kept */ } } };
export const wished = (what) => keep.get(what) ?? root.dataset[what];
const table = body.dataset.table;
const words = JSON.parse(body.dataset.words || '{}');
const decimals = (places) => new Intl.NumberFormat(root.lang, { useGrouping: false, minimumFractionDigits: places, maximumFractionDigits: places });
const [whole, tenths] = [decimals(0), decimals(1)];
const figures = (text) => String(text).replace(/[0-9]/g, (each) => whole.format(each)); // as the page's language writes them
const still = matchMedia('(prefers-reduced-motion: reduce)');
const calm = { get matches() { return 'calm' in root.dataset || still.matches; } };
for (const each of all('.js[hidden]')) each.hidden = false;

// day and night ------------------------------------------------------------------------------------------------
function theme() {
  root.dataset.theme = root.dataset.theme === 'day' ? 'night' : 'day';
  keep.set('theme', root.dataset.theme);
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=34560000; samesite=lax`;
}

// saying things ------------------------------------------------------------------------------------------------
let toastTimer = 0;
function toast(text) {
  const place = at('#toast');
  place.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { place.textContent = ''; }, 6000);
}

// swapping zones -----------------------------------------------------------------------------------------------
let version = Number(body.dataset.version || 0);
let draft = body.dataset.draft || '';
const zone = (name) => at(`[data-zone="${name}"]`);

function keyOf(element) {
  if (!element || element === body) return null;
  const holder = element.closest('[data-zone]');
  if (!holder) return null;
  const marks = ['data-focus', 'data-action', 'id', 'href'];
  for (const mark of marks) {
    const value = element.getAttribute(mark);
    if (value) return { zone: holder.dataset.zone, selector: `[${mark}="${CSS.escape(value)}"]`, name: element.getAttribute('name') };
  }
  return { zone: holder.dataset.zone, selector: element.tagName };
}

function refocus(key) {
  if (!key || document.activeElement !== body) return;
  const holder = zone(key.zone);
  const found = holder && all(key.selector, holder);
  const target = found && (found.find((each) => each.getAttribute('name') === key.name && !each.disabled) ?? found.find((each) => !each.disabled));
  (target ?? (holder && at('button:not([disabled])', holder)))?.focus({ preventScroll: true });
}

// Pieces travel, but nobody waits for them: what is new stands there with the next frame, the pieces that moved still where
// they were (drawn back there), and when it has been painted they set out, as one transition of them alone.
const drawnBack = new Map(); // those that wait for the frame: by name, the element and where it set out
let travelling = null;
let leaving = 0;

function travellers(fresh) {
  // Pieces whose place differs between what is shown and what comes: by name, where they set out. A piece that was not
  // there before sets out from the first place in its data-from where something lay.
  const before = new Map(all('main [data-piece]').map((each) => [each.dataset.piece, each]));
  const lying = new Map(all('main [data-at]').map((each) => [each.dataset.at, each]));
  const moving = new Map();
  const begun = new Set();
  for (const html of Object.values(fresh)) {
    for (const [, name, place, from] of html.matchAll(/data-piece="([^"]+)" data-at="([^"]*)"(?: data-from="([^"]*)")?/g)) {
      const start = before.get(name) ?? (from ?? '').split(' ').map((each) => lying.get(each)).find(Boolean);
      if (!start || begun.has(start) || start.dataset.at === place || moving.size >= 24) continue;
      begun.add(start);
      moving.set(name, start);
    }
  }
  return moving;
}

const passage = (name) => `p-${name.replace(/[^\w-]/g, '_')}`;

// What is new is grafted onto what is there: whatever is alike stays, with its focus, its drawings and its animations, and
// costs neither style nor layout. Elements with different marks are different things.
const MARKS = ['data-piece', 'data-action', 'data-focus', 'id', 'name', 'href'];
const NEAR = 6;
const mould = document.createElement('template');
const lastPut = new Map();

function alike(old, fresh) {
  return old.nodeName === fresh.nodeName && old.nodeType === Node.ELEMENT_NODE && MARKS.every((mark) => old.getAttribute(mark) === fresh.getAttribute(mark));
}

function near(node, wanted) {
  for (let [each, left] = [node.nextSibling, NEAR]; each && left; each = each.nextSibling, left -= 1) if (each.isEqualNode(wanted)) return each;
  return null;
}

function graft(old, fresh) {
  for (const { name, value } of fresh.attributes ?? []) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of fresh.attributes ? [...old.attributes] : []) if (!fresh.hasAttribute(name) && name !== 'style') old.removeAttribute(name); // styles are the script's own
  let here = old.firstChild;
  for (const each of [...fresh.childNodes]) {
    if (here && !here.isEqualNode(each)) {
      const further = near(here, each);
      if (further) { // what stood before it has gone
        while (here !== further) { const gone = here; here = here.nextSibling; gone.remove(); }
      } else if (near(each, here)) { // it has come before what is here
        here.before(each);
        continue;
      } else if (alike(here, each)) {
        graft(here, each);
      } else {
        here.replaceWith(each);
        here = each;
      }
    }
    if (here) here = here.nextSibling; else old.append(each);
  }
  while (here) { const gone = here; here = here.nextSibling; gone.remove(); }
}

function put(fresh) {
  const focused = keyOf(document.activeElement);
  const open = all('[data-keep][open]').map((each) => each.dataset.keep);
  for (const [name, html] of Object.entries(fresh)) {
    const place = zone(name);
    if (!place || lastPut.get(name) === html) continue;
    lastPut.set(name, html);
    mould.innerHTML = html;
    graft(place, mould.content);
  }
  for (const name of open) { const each = at(`[data-keep="${name}"]`); if (each) each.open = true; }
  refocus(focused);
  if (advice && advice.version !== version) forget(); else advise();
  tick();
  aim();
  race();
}

// What comes by the stream is shown with the next frame: bots answer a move within milliseconds, and all of it is one change.
let coming = null;
let movedOn = false;
function soon(fresh, moved) {
  movedOn ||= moved;
  coming = { ...coming, ...fresh };
  if (document.hidden) arrive(); else requestAnimationFrame(arrive);
}
function arrive() {
  if (!coming) return;
  show({});
  if (movedOn) heard();
  movedOn = false;
  mark();
}
addEventListener('visibilitychange', arrive);

export function show(newest) {
  const fresh = { ...coming, ...newest };
  coming = null;
  const moving = calm.matches || !document.startViewTransition || document.hidden ? new Map() : travellers(fresh);
  const begun = new Map([...drawnBack].map(([name, { start }]) => [name, start]));
  for (const [name, each] of moving) begun.set(name, each.getBoundingClientRect());
  put(fresh);
  if (!moving.size && !drawnBack.size) return;
  travelling?.end();
  for (const { piece } of drawnBack.values()) piece.style.transform = piece.style.transition = '';
  drawnBack.clear();
  const there = new Map(all('main [data-piece]').map((each) => [each.dataset.piece, each]));
  const ways = [];
  for (const [name, start] of begun) {
    const piece = there.get(name);
    const end = piece?.getBoundingClientRect();
    if (start.width && end?.width && !piece.ownerSVGElement) ways.push({ name, piece, start, end, lies: getComputedStyle(piece).transform });
  }
  for (const { name, piece, start, end, lies } of ways) {
    const [x, y] = [start.x - end.x + (start.width - end.width) / 2, start.y - end.y + (start.height - end.height) / 2];
    piece.style.transition = 'none';
    piece.style.transform = `translate(${x}px, ${y}px) scale(${start.width / end.width}, ${start.height / end.height}) ${lies === 'none' ? '' : lies}`;
    drawnBack.set(name, { piece, start });
  }
  cancelAnimationFrame(leaving);
  if (drawnBack.size) leaving = requestAnimationFrame(() => setTimeout(setOut));
}

function setOut() {
  const pieces = [...drawnBack].map(([name, { piece }]) => [name, piece]);
  drawnBack.clear();
  if (!pieces.length) return;
  let landed = false;
  const land = () => {
    if (!landed) for (const [, piece] of pieces) piece.style.transform = '';
    landed = true;
  };
  for (const [name, piece] of pieces) piece.style.viewTransitionName = passage(name);
  const transition = document.startViewTransition(land);
  const mine = { end() { transition.skipTransition(); land(); } };
  travelling = mine;
  transition.ready.catch(() => { /* overtaken by the next one */ });
  transition.finished.catch(() => {}).finally(() => {
    for (const [, piece] of pieces) if (!drawnBack.has(piece.dataset.piece)) piece.style.viewTransitionName = piece.style.transition = '';
    if (travelling === mine) travelling = null;
  });
}

// a window on a picture larger than itself: it shows first what is being considered, or what happened last ----------
const pane = () => at('[data-aim]')?.closest('.g');
function look(x, y) { pane().scrollTo({ left: x - pane().clientWidth / 2, top: y - pane().clientHeight / 2 }); }
function aim(again = false) {
  const to = at('[data-aim]');
  if (!to || !pane()) return;
  const large = pane().scrollWidth > pane().clientWidth + 8;
  pane().tabIndex = large ? 0 : -1;
  if (!large || (!again && pane().dataset.aimed === to.dataset.aim)) return;
  pane().dataset.aimed = to.dataset.aim;
  look(to.offsetLeft, to.offsetTop);
}
addEventListener('change', (event) => { if (event.target.matches('[data-lens]')) aim(true); });
addEventListener('resize', () => aim(true));
addEventListener('click', (event) => {
  const lens = at('[data-lens]');
  const chip = event.target.closest('[data-goto]');
  const tapped = lens?.checked && pane()?.contains(event.target);
  if (!chip && !tapped) return;
  event.preventDefault();
  const box = at('.map', pane()).getBoundingClientRect();
  const [across, down] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  lens.checked = false;
  const map = at('.map', pane());
  const place = chip && document.getElementById(chip.dataset.goto);
  if (place) look(place.offsetLeft, place.offsetTop); else look(across * map.clientWidth, down * map.clientHeight);
});

// a choice made of several small ones ----------------------------------------------------------------------------
let asking = 0;
async function consider(wanted) {
  const mine = ++asking;
  draft = wanted;
  const answer = await fetch(`/tables/${table}/zones?draft=${encodeURIComponent(wanted)}`, { headers: { accept: 'application/json' } }).catch(() => null);
  if (mine !== asking) return;
  offline(!answer);
  if (!answer) setTimeout(() => { if (mine === asking) consider(wanted); }, 1500); // nothing was chosen instead meanwhile
  if (!answer?.ok) return;
  const told = await answer.json();
  if (mine !== asking) return; // decided meanwhile
  if (told.version < version) { // the table has gone on, and the answer has not heard of it yet
    setTimeout(() => { if (mine === asking && draft === wanted) consider(wanted); }, 50);
    return;
  }
  version = Math.max(version, told.version);
  draft = told.draft;
  show(told.zones);
  remember();
  at(innerWidth < 720 ? '.st-sel' : '.prompt .go')?.scrollIntoView({ block: 'nearest', behavior: calm.matches ? 'auto' : 'smooth' });
}

// the consigliere: he is asked, thinks for a moment, and what he says is marked on the board --------------------------
let advice = null;
function advise() {
  for (const [action, rank] of Object.entries(advice?.marks ?? {})) {
    for (const each of all(`main [data-action="${CSS.escape(action)}"]`)) each.dataset.advised = rank;
  }
}

function forget() {
  advice = null;
  at('[data-cold="counsel"]').textContent = '';
  for (const each of all('[data-advised]')) each.removeAttribute('data-advised');
}

async function ask() {
  const button = at('button[form="counsel"]:not([disabled], [aria-busy])');
  if (!button) return;
  button.setAttribute('aria-busy', 'true');
  toast(words.asking);
  const form = at('#counsel');
  form.elements.draft.value = draft;
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { accept: 'application/json' } }).catch(() => null);
  at('button[form="counsel"]')?.removeAttribute('aria-busy');
  const told = await answer?.json().catch(() => null);
  toast(answer?.ok ? '' : told?.detail || words.lost);
  if (!answer?.ok || !told) return;
  if (told.version !== version) { toast(words.asked); return; }
  forget();
  advice = told;
  const place = at('[data-cold="counsel"]');
  place.innerHTML = told.html;
  for (const each of all('.js[hidden]', place)) each.hidden = false;
  advise();
  at('.counsel').focus({ preventScroll: true });
  at('.counsel').scrollIntoView({ block: 'nearest', behavior: calm.matches ? 'auto' : 'smooth' });
}

function remember() {
  const url = new URL(location.href);
  if (draft) url.searchParams.set('draft', draft); else url.searchParams.delete('draft');
  const place = url.pathname + url.search.replaceAll('%3A', ':') + url.hash;
  if (place !== location.pathname + location.search + location.hash) history.replaceState(null, '', place);
}

// moves: each has an id of its own, so that it counts once however often it is sent --------------------------------
const waiting = [];
let sending = false;
let last = null; // the last of them, unless it was refused
const fresh = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;

function move(tokens) {
  const now = acted(zone('form').innerHTML);
  if (last?.acted === now) { // the board from before the move that is on its way; once that is shown, the next may follow
    if (last.tokens.join(' ') !== tokens.join(' ')) toast(words.underway);
    return;
  }
  asking += 1;
  last = { tokens, client: fresh(), seen: version, held: draft, acted: now };
  waiting.push(last);
  draft = '';
  body.classList.add('sending');
  deliver();
  remember();
}

async function deliver() {
  if (sending || !waiting.length) return;
  sending = true;
  let lost = false;
  const [first] = waiting;
  try {
    const answer = await fetch(`/api/v1/tables/${table}/moves`, {
      method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf-token': body.dataset.csrf },
      body: JSON.stringify({ tokens: first.tokens, client: first.client, seen: first.seen }),
    });
    if (answer.status === 503) throw new Error('later');
    waiting.shift();
    if (answer.ok) {
      arrive(); // what it brought stands there before another can be sent
      sound('mine');
    } else {
      if (last === first) last = null;
      const problem = await answer.json().catch(() => ({}));
      toast(problem.detail || words.stale);
      draft ||= first.held;
      await refresh();
    }
    offline(false);
  } catch {
    lost = true;
    offline(true);
    setTimeout(deliver, 1500);
  }
  sending = false;
  body.classList.toggle('sending', waiting.length > 0);
  if (!lost) deliver();
}

async function refresh() {
  const answer = await fetch(`/tables/${table}/zones?all&draft=${encodeURIComponent(draft)}`, { headers: { accept: 'application/json' } });
  if (!answer.ok) return;
  const told = await answer.json();
  version = told.version;
  draft = told.draft;
  remember();
  show(told.zones);
}

// the stream ---------------------------------------------------------------------------------------------------
let stream = null;
let skew = 0;
let wasMine = false;
function offline(is) { at('#offline').hidden = !is; }

const acted = (html) => html.match(/name="acted" value="(\d+)"/)?.[1];

function listen() {
  stream = new EventSource(`/tables/${table}/live?have=${body.dataset.have || ''}`);
  stream.addEventListener('hello', (event) => { skew = JSON.parse(event.data).now - Date.now(); offline(false); deliver(); });
  stream.addEventListener('fragments', (event) => {
    const zones = JSON.parse(event.data);
    const newest = Number(event.lastEventId);
    const moved = newest > version;
    version = Math.max(version, newest);
    if (draft && !moved) return; // the same moment; the preview stays
    if (draft && zones.form && acted(zones.form) !== acted(zone('form').innerHTML)) { draft = ''; remember(); } // decided in another window
    soon(zones, moved);
    if (draft && 'prompt' in zones) consider(draft);
  });
  stream.addEventListener('news', around);
  stream.addEventListener('problem', () => location.reload());
  stream.onerror = () => {
    offline(true);
    if (stream.readyState === EventSource.CLOSED) { stream.close(); setTimeout(listen, 3000); }
  };
}

async function around() {
  if ('waiting' in body.dataset) {
    const answer = await fetch(`/tables/${table}/seats`);
    const html = answer.ok ? await answer.text() : '';
    if (!html) location.reload(); else if (!at('[data-cold="seats"]').contains(document.activeElement) || document.activeElement.tagName !== 'INPUT') { at('[data-cold="seats"]').innerHTML = html; for (const each of all('.js[hidden]')) each.hidden = false; }
    return;
  }
  const place = at('[data-cold="around"]');
  const said = at('#say')?.value ?? '';
  const typing = document.activeElement?.id === 'say';
  const before = all('.talk li', place).length;
  const answer = await fetch(`/tables/${table}/around`);
  if (!answer.ok) return;
  place.innerHTML = await answer.text();
  for (const each of all('.js[hidden]', place)) each.hidden = false;
  const input = at('#say');
  if (input) { input.value = said; if (typing) input.focus({ preventScroll: true }); }
  const list = at('.talk ol', place);
  if (list) list.scrollTop = list.scrollHeight;
  const more = all('.talk li', place).length - before;
  if (more > 0 && !typing) { unread += more; sound('talk'); mark(); }
}

// whose turn, in the title, the sign and aloud -------------------------------------------------------------------
const title = document.title;
let unread = 0;
const mine = () => at('[data-zone="form"] [name="waits"]')?.value === '1';
const plainSign = at('link[rel="icon"]')?.href;
let signing = 0;
function sign() {
  const link = at('link[rel="icon"]');
  const wanted = mine() ? plainSign?.replace('favicon.svg', 'favicon-turn.svg') : plainSign;
  if (link && link.href !== wanted) link.href = wanted;
}
function mark() {
  const now = mine();
  const headed = now ? `● ${words.turn} · ${title}` : title;
  if (document.title !== headed) document.title = headed;
  const count = at('[data-count]');
  if (count) { count.hidden = !unread; count.textContent = unread ? figures(unread) : ''; }
  clearTimeout(signing);
  signing = setTimeout(sign, 400); // the board first: a browser fetches and draws its icon anew
  if (now && !wasMine) {
    sound('turn');
    if (document.hidden && wished('notify') && globalThis.Notification?.permission === 'granted') notice();
  }
  wasMine = now;
}
async function notice() { // a phone's browser lets the worker alone show it
  const worker = await navigator.serviceWorker?.getRegistration();
  const options = { body: title, tag: table, data: location.pathname };
  if (worker) worker.showNotification(words.turn, options); else new Notification(words.turn, options);
}
function heard() { if (!mine()) sound('other'); }

// sound: made here, no files ---------------------------------------------------------------------------------------
let audio = null;
const TUNES = { turn: [[523, 0], [784, .12]], mine: [[330, 0]], other: [[220, 0]], talk: [[660, 0]] };
function sound(kind) {
  if (!wished('sound') || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  for (const [pitch, after] of TUNES[kind]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    const start = audio.currentTime + after;
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(.09, start + .012);
    loud.gain.exponentialRampToValueAtTime(.0008, start + .34);
    tone.connect(loud).connect(audio.destination);
    tone.start(start);
    tone.stop(start + .36);
  }
}

// clocks -----------------------------------------------------------------------------------------------------------
function tick() {
  for (const clock of all('[data-until]')) {
    const left = Math.max(0, Number(clock.dataset.until) - Date.now() - skew);
    const seconds = Math.ceil(left / 1000);
    const days = Math.floor(seconds / 86400);
    const parts = (all) => figures(`${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`);
    const text = days > 1 ? words.days.replace('{n}', figures(days)) : seconds >= 3600 ? words.hours.replace('{time}', parts(Math.floor(seconds / 60))) : parts(seconds);
    const place = at('.left', clock);
    if (place && place.textContent !== text) place.textContent = text;
    clock.toggleAttribute('data-late', seconds <= 15);
    clock.hidden = days > 3; // by mail a clock is news when there is little left
  }
}

// who wishes so is asked before a decision is sent --------------------------------------------------------------------
function sure(pressed) {
  if (!root.dataset.confirm || at('[data-closes]')) return Promise.resolve(true); // in a race a second question costs it
  const [question, yes, no] = JSON.parse(root.dataset.confirm);
  const dialog = document.createElement('dialog');
  dialog.className = 'keysheet';
  dialog.setAttribute('aria-label', question);
  dialog.innerHTML = '<form method="dialog"><h2></h2><p></p><div class="ops"><button class="btn brass" value="yes"></button><button class="btn line" value=""></button></div></form>';
  at('h2', dialog).textContent = question;
  at('p', dialog).textContent = pressed.getAttribute('aria-label') ?? pressed.innerText;
  at('.brass', dialog).textContent = yes;
  at('.line', dialog).textContent = no;
  body.append(dialog);
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener('close', () => { answered(dialog.returnValue === 'yes'); dialog.remove(); pressed.focus(); });
  });
}

// a race: what is left of its time, as a number and as a ring that closes; both stand in the page without a script
let racing = 0;
function race() {
  cancelAnimationFrame(racing);
  let running = false;
  for (const each of all('[data-closes]')) {
    const [from, until] = each.dataset.closes.split(' ').map(Number);
    const left = Math.max(0, until - Date.now() - skew);
    const place = at('.left', each);
    const text = words.seconds.replace('{n}', calm.matches ? whole.format(Math.ceil(left / 1000)) : tenths.format(left / 1000));
    if (place && place.textContent !== text) place.textContent = text;
    const ring = at('.run', each);
    if (ring && !calm.matches) ring.style.strokeDashoffset = 100 * Math.min(1, 1 - left / (until - from));
    running ||= left > 0;
  }
  if (running) racing = requestAnimationFrame(race);
}

// what is pressed --------------------------------------------------------------------------------------------------
addEventListener('click', (event) => {
  const pressed = event.target.closest('button, summary, a');
  if (!pressed) return;
  const what = pressed.dataset.do;
  if (what === 'theme') { event.preventDefault(); theme(); }
  if (what === 'keys') at('.keysheet')?.showModal();
  if (what === 'dismiss') { forget(); at('button[form="counsel"]')?.focus(); }
  if (pressed.getAttribute('form') === 'counsel') { event.preventDefault(); ask(); }
  if (what === 'copy') navigator.clipboard?.writeText(pressed.dataset.copy).then(() => { pressed.classList.add('brass'); });
  if (what === 'sound') {
    const on = !wished('sound');
    keep.set('sound', on ? '1' : '');
    pressed.setAttribute('aria-pressed', on);
    toast(on ? words.soundOn : words.soundOff);
    sound('turn');
  }
  if (what === 'notify') {
    globalThis.Notification?.requestPermission().then((answer) => { keep.set('notify', answer === 'granted' ? '1' : ''); settle(); toast(answer === 'granted' ? words.notified : words.denied); });
  }
  if (pressed.getAttribute('form') === 'moves' && table) {
    event.preventDefault();
    const tokens = pressed.value; // as it was pressed: the board may change while somebody is asked whether he is sure
    if (pressed.name === 'draft') consider(tokens); else if (pressed.name === 'play') sure(pressed).then((is) => { if (is) move(tokens.split(' ')); });
  }
  for (const each of all('details.barred[open], details.menu[open]')) if (!each.contains(event.target)) each.open = false;
  if (pressed.closest('.tool')?.getAttribute('href') === '#talk') { unread = 0; mark(); }
});

addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('.say') || !table) return;
  event.preventDefault();
  const input = at('#say', form);
  if (!input.value.trim()) return;
  const data = new URLSearchParams(new FormData(form));
  fetch(form.action, { method: 'POST', body: data, headers: { accept: 'application/json' }, redirect: 'manual' }).then(async (answer) => {
    if (answer.type !== 'opaqueredirect' && !answer.ok) { toast((await answer.json().catch(() => ({}))).detail || words.stale); return; }
    input.value = '';
    input.focus();
  }).catch(() => offline(true));
});

// keys -------------------------------------------------------------------------------------------------------------
function step(by) {
  const places = all('main button[form="moves"]:not([disabled])').filter((each) => each.offsetParent !== null && !each.closest('details.all'));
  if (!places.length) return;
  const now = places.indexOf(document.activeElement);
  const next = places[(now < 0 ? (by > 0 ? 0 : -1) : now + by + places.length) % places.length] ?? places.at(-1);
  next.focus();
  next.scrollIntoView({ block: 'nearest', behavior: calm.matches ? 'auto' : 'smooth' });
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea, select') || !(table || 'learn' in body.dataset) || at('dialog[open]')) return;
  const done = {
    '?': () => at('.keysheet')?.showModal(),
    n: () => step(1),
    p: () => step(-1),
    g: () => at('main button[name="play"].go')?.click(),
    u: () => at('button[form="undo"]:not([disabled])')?.click(),
    c: ask,
    m: () => at('#say')?.focus(),
    l: () => { const list = at('details.all'); if (list) { list.open = !list.open; at('summary', list).focus(); } },
    Escape: () => { if (draft) consider(''); for (const each of all('details.barred[open]')) each.open = false; },
  }[event.key];
  if (done) { event.preventDefault(); done(); }
});

// with a connection of its own kind the house is installed, and says so itself when there is no line ------------------
navigator.serviceWorker?.register('/worker.js').catch(() => { /* a browser that wants none */ });
const settle = () => navigator.serviceWorker && import('./push.js').then((push) => push.settle());
if (!('shared' in body.dataset) && (keep.get('push') || (body.dataset.push && wished('notify')))) settle();

// beginning --------------------------------------------------------------------------------------------------------
aim();
if (table) {
  if (body.dataset.now) skew = Number(body.dataset.now) - Date.now();
  const soundButton = at('[data-do="sound"]');
  soundButton?.setAttribute('aria-pressed', Boolean(wished('sound')));
  wasMine = mine();
  listen();
  tick();
  race();
  mark();
  setInterval(tick, 1000);
  addEventListener('online', () => { deliver(); });
  addEventListener('pageshow', (event) => { if (event.persisted) { stream?.close(); listen(); refresh(); } });
  if (innerWidth < 720 && mine() && !location.hash) at('#z-board')?.scrollIntoView();  // on a phone the page opens at the table
  const talk = at('.talk ol');
  if (talk) talk.scrollTop = talk.scrollHeight;
}
