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
