import { pagePatterns } from '#contract/page-addresses.ts';
import { ButtonLink } from '../Button.tsx';

/** The way back to the catalogue. An empty cart or order list says "Start shopping" instead. */
export function ContinueShopping({ primary = false }: { primary?: boolean }) {
  return (
    <ButtonLink variant={primary ? 'primary' : 'secondary'} href={pagePatterns.catalogue}>
      Continue shopping
    </ButtonLink>
  );
}
