import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { ButtonLink } from '../Button.tsx';

type ContinueShoppingProps = {
  primary?: boolean;
  /** An empty cart or order list says "Start shopping". */
  children?: string;
};

/** The way back to the catalogue. */
export function ContinueShopping({ primary, children = m.shell.continueShopping() }: ContinueShoppingProps) {
  return (
    <ButtonLink variant={primary ? 'primary' : 'secondary'} href={pagePatterns.catalogue}>
      {children}
    </ButtonLink>
  );
}
