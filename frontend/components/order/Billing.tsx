import type { OrderDetailView } from '#contract/orders/orders.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import { m } from '#messages';
import { AddressText } from './Address.tsx';

/** Who buys an order, with their VAT id and what the EU's service said about it. */
export function Billing({ billing, vatCheck }: Pick<OrderDetailView, 'billing' | 'vatCheck'>) {
  if (billing === null) return null;
  return (
    <div className="stack gap-3">
      <AddressText lines={addressLines(billing)} />
      {vatCheck && (
        <div>
          <p className="breaks">{m.vat.vatId({ vatId: billing.vatId })}</p>
          <p className="soft text-note">{m.vat.answer({ result: vatCheck })}</p>
        </div>
      )}
    </div>
  );
}
