/** How the page that frames the form wants it to look: https://docs.stripe.com/elements/appearance-api */

const THEMES = ['stripe', 'night', 'flat'];

/** @param {string} value */
const isColor = (value) =>
  /^[#\w\s(),.%/+-]+$/.test(value) && !/\b(var|env|attr|url)\b/i.test(value) && CSS.supports('color', value);
/** @param {string} value */
const isLength = (value) => /^\d*\.?\d+(px|rem|em|%)?$/.test(value);
/** @param {string} value */
const isFontFamily = (value) => /^[\w\s,'"-]+$/.test(value) && CSS.supports('font-family', value);

/** What may be set, the property it sets, and what it may be: nothing else gets into the form's style. */
const VARIABLES = {
  colorPrimary: { property: '--primary', isValid: isColor },
  colorBackground: { property: '--background', isValid: isColor },
  colorText: { property: '--text', isValid: isColor },
  colorTextSecondary: { property: '--text-secondary', isValid: isColor },
  colorTextPlaceholder: { property: '--text-placeholder', isValid: isColor },
  colorDanger: { property: '--danger', isValid: isColor },
  fontFamily: { property: '--font-family', isValid: isFontFamily },
  fontSizeBase: { property: '--font-size', isValid: isLength },
  borderRadius: { property: '--radius', isValid: isLength },
  spacingUnit: { property: '--spacing', isValid: isLength },
};

/** @param {{ theme?: unknown, variables?: Record<string, unknown> } | undefined} appearance */
export function applyAppearance(appearance) {
  const { theme, variables = {} } = appearance ?? {};
  const root = document.documentElement;
  root.dataset.theme = typeof theme === 'string' && THEMES.includes(theme) ? theme : 'stripe';
  for (const [name, { property, isValid }] of Object.entries(VARIABLES)) {
    const value = variables[name];
    if (typeof value === 'string' && isValid(value)) root.style.setProperty(property, value);
    else root.style.removeProperty(property);
  }
}
