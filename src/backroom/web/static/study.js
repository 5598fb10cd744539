// Looking at a game again, without loading the whole page for every step. Every step is a link, and works without this.
const body = document.body;
const at = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const slider = at('[data-slider]');

// going to a moment ------------------------------------------------------------------------------------------------
let wanted = location.pathname + location.search;
let going = false;
async function go(place, remember = true) {
  const url = new URL(place, location.href);
  wanted = url.pathname + url.search;
  if (going) return; // one at a time, and then the newest
  going = true;
  try {
    for (let shown = ''; shown !== wanted;) {
      shown = wanted;
      const answer = await fetch(shown, { headers: { accept: 'text/html' } });
      if (!answer.ok) throw new Error('not there');
      put(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      if (remember) history.replaceState(null, '', shown + url.hash);
    }
    if (url.hash) at(url.hash)?.scrollIntoView({ block: 'nearest' });
  } catch {
    location.assign(wanted);
  }
  going = false;
}

function moment(number) {
  const url = new URL(wanted, location.href);
  url.searchParams.set('at', Math.min(Number(slider.max), Math.max(0, number)));
  return url.href;
}
const present = () => Number(new URL(wanted, location.href).searchParams.get('at') ?? slider.value);

function put(page) {
  const open = all('details[data-keep][open]').map((each) => each.dataset.keep);
  const focused = document.activeElement;
  const mark = focused?.closest?.('[data-part]') ? focused.getAttribute('href') : null;
  for (const part of all('[data-part]')) {
    const fresh = at(`[data-part="${part.dataset.part}"]`, page);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
  }
  at('.said').scrollTop = 0;
  for (const link of all('[data-step]')) link.href = at(`[data-step="${link.dataset.step}"]`, page).getAttribute('href');
  for (const field of all('.stepline input[name=eyes]')) field.value = at('.stepline input[name=eyes]', page).value;
  for (const name of open) { const each = at(`details[data-keep="${name}"]`); if (each) each.open = true; }
  for (const each of all('.js[hidden]')) each.hidden = false;
  body.className = page.body.className;
  document.title = page.title;
  if (document.activeElement !== slider) slider.value = at('[data-slider]', page).value;
  if (mark) at(`[data-part] a[href="${CSS.escape(mark)}"]`)?.focus({ preventScroll: true });
}

addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest('a');
  if (!link) return;
  const url = new URL(link.href?.baseVal ?? link.href, location.href);
  if (url.pathname !== location.pathname || !url.search) return;
  event.preventDefault();
  go(url.href);
});

// the slider ---------------------------------------------------------------------------------------------------------
let pause = 0;
slider.addEventListener('input', () => {
  clearTimeout(pause);
  pause = setTimeout(() => go(moment(slider.value)), 60);
});

// keys -----------------------------------------------------------------------------------------------------------------
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea, select')) return;
  if (event.target.closest('.scroll, .log')) return;
  const said = event.target.closest('.said'); // a long story is read by the same keys
  if (said && said.scrollHeight > said.clientHeight + 1 && /Arrow(Up|Down)/.test(event.key)) return;
  const done = {
    ArrowLeft: () => moment(present() - 1),
    ArrowRight: () => moment(present() + 1),
    ArrowUp: () => at('[data-step="turn-before"]').href,
    ArrowDown: () => at('[data-step="turn-after"]').href,
    Home: () => moment(0),
    End: () => moment(slider.max),
  }[event.key];
  if (!done) return;
  event.preventDefault();
  go(done());
});

// a press on a chart goes there ------------------------------------------------------------------------------------------
addEventListener('click', (event) => {
  const chart = event.target.closest('svg.chart[data-first]');
  if (!chart || event.target.closest('a')) return;
  const box = chart.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width * 720;
  const part = Math.min(1, Math.max(0, (x - 62) / (720 - 62 - 150)));
  const first = Number(chart.dataset.first);
  go(moment(Math.round(first + part * (Number(chart.dataset.last) - first))));
});

// the historian at work ------------------------------------------------------------------------------------------------
async function ask() {
  if (!at('[data-working]')) return;
  try {
    const answer = await fetch(`/studies/${body.dataset.study}/progress`);
    const told = await answer.json();
    if (told.status === 'asked' || told.status === 'working') {
      const bar = at('#worked');
      if (bar && bar.value !== told.done) { bar.value = told.done; await go(wanted, false); }
    } else {
      location.reload();
      return;
    }
  } catch { /* the house does not answer now; later it will */ }
  setTimeout(ask, 1500);
}
ask();
