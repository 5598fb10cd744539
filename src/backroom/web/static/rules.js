// Rules pages: what is looked for is found while it is typed; on a phone the chapters are folded away. All of it works without.
const field = document.querySelector('[data-find]');
const place = document.querySelector('#found');
let asked = 0;
let timer = 0;

async function look() {
  const query = field.value.trim();
  const mine = ++asked;
  const url = new URL(location.href);
  if (query) url.searchParams.set('q', query); else url.searchParams.delete('q');
  history.replaceState(null, '', url);
  if (!query) { place.hidden = true; place.replaceChildren(); return; }
  const answer = await fetch(`/rules/found?q=${encodeURIComponent(query)}&in=${field.dataset.find}`).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  place.innerHTML = await answer.text();
  place.hidden = false;
}

field?.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(look, 180); });
field?.form.addEventListener('submit', (event) => { event.preventDefault(); clearTimeout(timer); look(); });

const chapters = document.querySelector('details.chapters');
if (chapters && innerWidth < 1024) {
  chapters.open = false;
  chapters.addEventListener('click', (event) => { if (event.target.closest('a')) chapters.open = false; });
}
