import type { Appearance } from '@stripe/stripe-js';
import type { Theme } from '../../stores/theme.ts';

/** Resolves a color token: the provider's iframe can't read this page's variables. */
function color(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** Styles the card form like the shop. https://docs.stripe.com/elements/appearance-api */
export function appearanceOf(theme: Theme): Appearance {
  const border = `1px solid ${color('--line-strong')}`;
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('--accent'),
      colorBackground: color('--surface'),
      colorText: color('--ink'),
      colorTextSecondary: color('--ink-soft'),
      colorTextPlaceholder: color('--ink-soft'),
      colorDanger: color('--danger'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSizeBase: '16px',
      borderRadius: '12px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border, boxShadow: 'none', padding: '13px 15px' },
      '.Input:focus': { border: `1px solid ${color('--accent')}`, boxShadow: `0 0 0 1px ${color('--accent')}` },
      '.Label': { fontSize: '15px', fontWeight: '550', color: color('--ink') },
    },
  };
}
