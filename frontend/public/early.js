// Runs before the page is shown, and works without the shop's script. A separate file because the CSP forbids inline scripts.

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.of === theme ? 'all' : 'not all';
    }
  }
} catch {
  // Storage can be blocked; the shop then follows the system's theme.
}

addEventListener('click', ({ target }) => {
  if (target.className === 'reload') location.reload();
});

// The shop's script removes this notice when it starts, which is before the page counts as loaded.
addEventListener('load', () => document.getElementById('failed')?.removeAttribute('hidden'));
