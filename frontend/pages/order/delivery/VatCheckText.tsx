import { m } from '#messages';
import { Icon } from '../../../components/Icon.tsx';
import type { BillingDraft } from '../../../stores/checkoutDraft.ts';
import type { Quote } from '../../../stores/quote.ts';
import { checkableVatId } from '../checkoutForm.ts';

type VatCheckTextProps = {
  billing: Pick<BillingDraft, 'vatId' | 'checkedVatId'>;
  quote: Quote | null;
  /** Whether the quote is of the latest choices. */
  isCurrent: boolean;
};

/** What the EU's service says about a VAT id, and what that means for the price. */
export function VatCheckText({ billing: { vatId, checkedVatId }, quote, isCurrent }: VatCheckTextProps) {
  const price = quote?.price ?? null;
  const isAsked = checkedVatId !== '' && checkableVatId(vatId) === checkedVatId;
  return (
    // Always there, so that screen readers say what appears in it.
    <p className="note soft" role="status">
      {isAsked && !isCurrent && <span>{m.billing.checking()}</span>}
      {isAsked && isCurrent && price !== null && <Answer price={price} />}
    </p>
  );
}

function Answer({ price: { vatCheck, reverseCharge } }: { price: NonNullable<Quote['price']> }) {
  // The service is asked for whole addresses alone.
  if (vatCheck === null) return <span>{m.billing.checkedLater()}</span>;
  return (
    <>
      <Icon name={vatCheck === 'valid' ? 'check' : 'alert'} size={16} />
      <span>{reverseCharge ? m.billing.reverseCharge() : texts[vatCheck]()}</span>
    </>
  );
}

const texts = { valid: m.billing.valid, invalid: m.billing.invalid, unavailable: m.billing.unavailable };
