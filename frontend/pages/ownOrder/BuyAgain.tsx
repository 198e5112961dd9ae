import type { OrderLineView } from '#contract/orders/orders.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { showFailure } from '../../api/errors.ts';
import { navigate } from '../../browser/address.ts';
import { showToast } from '../../browser/toasts.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { type BoughtAgain, buyAgain } from '../../stores/buyAgain.ts';

/** Puts an order into the cart again, and says what is gone or sold out. */
export function BuyAgain({ lines }: { lines: readonly OrderLineView[] }) {
  const add = async () => {
    try {
      const result = await buyAgain(lines);
      for (const text of missingOf(result)) showToast('warning', text);
      if (result.added.length > 0) navigate(pagePatterns.order);
    } catch (error) {
      showFailure(error);
    }
  };
  return <ActionButton action={add}>{m.ownOrder.buyAgain()}</ActionButton>;
}

function missingOf({ gone, soldOut }: BoughtAgain): string[] {
  return [...gone.map((title) => m.ownOrder.gone({ title })), ...soldOut.map((title) => m.ownOrder.soldOut({ title }))];
}
