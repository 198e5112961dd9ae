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

// What is pressed and chosen on the rendered page before the shop's script has started. It is done again then.
let early = [];
const remember = ({ type, target }) => {
  const control = target.closest(type === 'click' ? '#root button' : '#root select');
  if (control) early?.push([control, control.value]);
};
addEventListener('click', remember);
addEventListener('change', remember);
addEventListener('started', async () => {
  const remembered = early;
  early = null;
  const nameOf = ({ ariaLabel, textContent }) => ariaLabel ?? textContent;
  for (const [control, value] of remembered) {
    // What a browser has stored makes the script render the page anew.
    const controls = control.isConnected ? [control] : [...document.querySelectorAll(`#root ${control.localName}`)];
    const current = controls.find((other) => nameOf(other) === nameOf(control));
    if (current?.localName === 'select') {
      current.value = value;
      current.dispatchEvent(new Event('change', { bubbles: true }));
    } else current?.click();
    // The next one finds what this one has changed.
    await null;
  }
});

// The shop's script removes this notice when it starts, which is before the page counts as loaded.
addEventListener('load', () => document.getElementById('failed')?.removeAttribute('hidden'));
