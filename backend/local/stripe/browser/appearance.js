/** Applies the shop's appearance: https://docs.stripe.com/elements/appearance-api */

const THEMES = ['stripe', 'night'];

/** @param {string} value */
const isColor = (value) =>
  /^[#\w\s(),.%/+-]+$/.test(value) && !/\b(var|env|attr|url)\b/i.test(value) && CSS.supports('color', value);
/** @param {string} value */
const isLength = (value) => /^\d*\.?\d+(px|rem|em|%)?$/.test(value);
/** @param {string} value */
const isFontFamily = (value) => /^[\w\s,'"-]+$/.test(value) && CSS.supports('font-family', value);

/** The accepted variables, the property each one sets, and its valid values. */
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

/** The parts of the form that a shop may style. An invalid field looks invalid even when focused. */
const SELECTORS = {
  '.Label': 'label',
  '.Input': 'input',
  '.Input:focus': 'input:focus:not([aria-invalid="true"])',
};

/** Properties that can't load external resources. */
const RULE_PROPERTIES = {
  border: 'border',
  boxShadow: 'box-shadow',
  color: 'color',
  fontSize: 'font-size',
  fontWeight: 'font-weight',
  padding: 'padding',
};

// The content security policy forbids inline styles but allows a constructed sheet.
const ruleSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [ruleSheet];

/** @param {Record<string, Record<string, unknown> | undefined>} rules */
function applyRules(rules) {
  ruleSheet.replaceSync(
    Object.values(SELECTORS)
      .map((selector) => `${selector} {}`)
      .join('\n'),
  );
  for (const [index, part] of Object.keys(SELECTORS).entries()) {
    const { style } = /** @type {CSSStyleRule} */ (ruleSheet.cssRules[index]);
    for (const [name, property] of Object.entries(RULE_PROPERTIES)) {
      const value = rules[part]?.[name];
      if (typeof value === 'string') style.setProperty(property, value);
    }
  }
}

/** @param {{ theme?: unknown, variables?: Record<string, unknown>, rules?: Record<string, any> } | undefined} appearance */
export function applyAppearance(appearance) {
  const { theme, variables = {}, rules = {} } = appearance ?? {};
  applyRules(rules);
  const root = document.documentElement;
  root.dataset.theme = typeof theme === 'string' && THEMES.includes(theme) ? theme : 'stripe';
  for (const [name, { property, isValid }] of Object.entries(VARIABLES)) {
    const value = variables[name];
    if (typeof value === 'string' && isValid(value)) root.style.setProperty(property, value);
    else root.style.removeProperty(property);
  }
}
