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
  const check = quote?.price?.vatCheck ?? null;
  const isAsked = checkedVatId !== '' && checkableVatId(vatId) === checkedVatId;
  return (
    // Always there, so that screen readers say what appears in it.
    <p className="note soft" role="status">
      {isAsked && !isCurrent && <span>{m.billing.checking()}</span>}
      {isAsked && isCurrent && check !== null && (
        <>
          <Icon name={check === 'valid' ? 'check' : 'alert'} size={16} />
          <span>{quote?.price?.reverseCharge ? m.billing.reverseCharge() : texts[check]()}</span>
        </>
      )}
    </p>
  );
}

const texts = { valid: m.billing.valid, invalid: m.billing.invalid, unavailable: m.billing.unavailable };
