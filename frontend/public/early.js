// Runs before the page is shown, and works without the shop's script. A separate file because the CSP forbids inline scripts.

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.of === theme ? 'all' : 'not all';
    }
  }
  // The language that the visitor seems to prefer to the page's. Known now, the line that offers it moves nothing.
  const root = document.documentElement;
  const spoken = JSON.parse(document.querySelector('meta[name="languages"]')?.content ?? '[]').map(({ code }) => code);
  const known = navigator.languages.map((tag) => spoken.find((code) => `${tag}-`.startsWith(`${code}-`)));
  const preferred = known.find((code) => code !== undefined);
  const isDeclined = localStorage.getItem('languageOffer') !== null;
  if (preferred !== undefined && preferred !== root.lang && !isDeclined) root.dataset.offer = preferred;
} catch {
  // Storage can be blocked; the shop then follows the system's theme, and offers nothing.
}

addEventListener('click', ({ target }) => {
  if (target.className === 'reload') location.reload();
});

// The shop's script removes this notice when it starts, which is before the page counts as loaded.
addEventListener('load', () => document.getElementById('failed')?.removeAttribute('hidden'));
