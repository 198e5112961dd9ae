import { m } from '#messages';
import { Sentence } from '../Sentence.tsx';

/** What a price includes, and what comes on top: Directive 2011/83/EU, Art. 6 (1) (e). */
export function PriceNote() {
  return (
    <small className="soft price-note">
      <Sentence of={m.product.priceNote()} parts={{ delivery: (text) => text }} />
    </small>
  );
}
