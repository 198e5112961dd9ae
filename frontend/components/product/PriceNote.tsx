import { Link } from 'wouter';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { shop } from '../../texts/shop.ts';
import { Sentence } from '../Sentence.tsx';

/**
 * What a price includes, and what comes on top: Directive 2011/83/EU, Art. 6 (1) (e).
 * @param plain within a link, which can't hold another
 */
export function PriceNote({ plain = false }) {
  const isLinked = !plain && shop.pages.some(({ kind }) => kind === 'delivery');
  const linked = (text: string) => (
    <Link href={pageAddress('legalPage', { kind: 'delivery' })} className="above">
      {text}
    </Link>
  );
  return (
    <small className="soft price-note">
      <Sentence of={m.product.priceNote()} parts={{ delivery: isLinked ? linked : (text) => <span>{text}</span> }} />
    </small>
  );
}
