// Day or night before anything is painted: what was chosen, else what the machine prefers.
{
  const root = document.documentElement;
  if (!root.dataset.theme) {
    let kept = null;
    try { kept = localStorage.getItem('theme'); } catch { /* a browser that keeps nothing */ }
    root.dataset.theme = kept ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'day' : 'night');
  }
}
