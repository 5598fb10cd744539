// A first game without loading pages anew: the forms send themselves, and what has changed is swapped in.
import { show } from './room.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

function target() {
  return all('.room [data-pointed]').find((each) => each.offsetParent !== null && !each.closest('details:not([open]) > :not(summary)'));
}

function toTarget(focus) {
  const found = target() ?? document.querySelector('.room .lookhere');
  if (!found) return;
  const { top, bottom } = found.getBoundingClientRect();
  const under = document.querySelector('.coachbar').getBoundingClientRect().bottom;
  const free = innerHeight - (innerWidth < 720 ? 64 : 0);
  if (focus || top < under || Math.min(bottom, top + 120) > free) {
    scrollBy({ top: top - under - Math.max(12, (free - under - Math.min(bottom - top, free - under)) / 2), behavior: calm.matches ? 'auto' : 'smooth' });
  }
  if (focus) found.focus({ preventScroll: true });
}

function take(page) {
  const before = document.querySelector('.coach').dataset.step;
  const focused = document.activeElement?.closest('.coachbar, .room');
  const fresh = Object.fromEntries(all('[data-zone]', page).map((each) => [each.dataset.zone, each.innerHTML]));
  for (const each of all('input[name="csrf"]')) each.value = page.querySelector('input[name="csrf"]').value;
  document.body.dataset.csrf = page.body.dataset.csrf;
  show(fresh);
  const coach = document.querySelector('.coach');
  for (const part of all('.room .z, .room .g')) part.classList.toggle('lookhere', coach.dataset.look.split(' ').includes(part.id.slice(2)));
  if (coach.dataset.step !== before && focused) document.querySelector('#says').focus({ preventScroll: true });
  toTarget(false);
}

addEventListener('submit', async (event) => {
  const form = event.target;
  if (!['moves', 'steps'].includes(form.id)) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  const answer = await fetch(form.action, { method: 'POST', body: data, headers: { accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok) { location.reload(); return; }
  history.replaceState(null, '', answer.url);
  take(new DOMParser().parseFromString(await answer.text(), 'text/html'));
});

addEventListener('click', (event) => {
  if (!event.target.closest('[data-do="point"]')) return;
  event.preventDefault();
  toTarget(true);
});

toTarget(false);
