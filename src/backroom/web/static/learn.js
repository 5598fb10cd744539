// A first game without loading pages anew: the forms send themselves, and what has changed is swapped in.
import { show } from './room.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

function free(element) {
  // Where an element can be seen: below what is said, above the prompt and the tabs where these lie over the table.
  const top = document.querySelector('.coachbar').getBoundingClientRect().bottom;
  const bottom = innerHeight - (innerWidth < 720 ? 64 : 0);
  const prompt = element.closest('.z-prompt') ? bottom : document.querySelector('.z-prompt')?.getBoundingClientRect().top ?? bottom;
  return [top, innerWidth < 720 && prompt > top + 90 ? Math.min(bottom, prompt) : bottom];
}

function seen(element) {
  const box = element.getBoundingClientRect();
  const [top, bottom] = free(element);
  const at = [box.left + box.width / 2, box.top + box.height / 2];
  return box.top >= top - 4 && box.top < bottom && element.contains(document.elementFromPoint(...at));
}

function target() {
  const marked = all('.room [data-pointed]').filter((each) => each.offsetParent !== null && !each.closest('details.all'));
  return marked.find(seen) ?? marked[0] ?? document.querySelector('.room .lookhere');
}

function toTarget(focus) {
  const found = target();
  if (!found) return;
  if (!seen(found)) {
    found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = found.getBoundingClientRect();
    const [top, bottom] = free(found);
    scrollBy({ top: box.top - top - Math.max(10, (bottom - top - box.height) / 2), behavior: calm.matches ? 'auto' : 'smooth' });
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
  for (const part of all('.room [id^="z-"]')) part.classList.toggle('lookhere', coach.dataset.look.split(' ').includes(part.id.slice(2)));
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
