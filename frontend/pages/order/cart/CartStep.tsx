import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { formatMinorUnits } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { Sum } from '../../../components/order/OrderSums.tsx';
import { ContinueShopping } from '../../../components/shell/ContinueShopping.tsx';
import { LoginButton } from '../../../components/shell/LoginLink.tsx';
import { PageTitle } from '../../../components/shell/PageTitle.tsx';
import { cart, cartCount, cartTotalMinorUnits, changeCount, removeFromCart } from '../../../stores/cart.ts';
import { cartNote } from '../../../stores/cartNote.ts';
import { cartPrices } from '../../../stores/cartPrices.ts';
import { checkout, requireLoginToPay } from '../../../stores/checkout.ts';
import { currency } from '../../../stores/currency.ts';
import { session } from '../../../stores/session.ts';
import { MoreToSee, ShopByCategory } from '../../MoreToSee.tsx';
import { Steps } from '../Steps.tsx';
import summary from '../Summary.module.css';
import { Summary } from '../Summary.tsx';
import { CART_STEP } from '../useOrderStep.ts';
import { CartCosts } from './CartCosts.tsx';
import styles from './CartLine.module.css';
import { CartLine } from './CartLine.tsx';
import { CartNoteBox } from './CartNoteBox.tsx';

const PRICES_UNCHECKED = "We couldn't check the latest prices. Those in your cart may be out of date.";

/** Step 1: the cart. */
export function CartStep({ onProceed }: { onProceed: () => void }) {
  const { items } = useSnapshot(cart);
  const { data: prices, error, isLoading, retry } = useRemote(cartPrices, null);
  const note = useCartNote();

  if (items.length === 0) return <EmptyCart note={note} />;

  return (
    <>
      <Steps current={CART_STEP} />
      <PageTitle title="Your cart" />
      {note && <CartNoteBox title={note.title} lines={note.gone} />}
      {error && <PricesUnchecked isLoading={isLoading} onRetry={retry} />}
      <div className="beside">
        <div className="stack">
          <ul className={`divided ${styles.lines}`} aria-label="Products in your cart" tabIndex={-1}>
            {items.map((item) => (
              <CartLine
                key={item._id}
                item={item}
                change={note?.changed.get(item._id)}
                left={prices?.left.get(item._id)}
                onChange={(delta) => changeCount(item._id, delta)}
                onRemove={() => removeFromCart(item._id)}
              />
            ))}
          </ul>
          <Link href={pagePatterns.catalogue} className={`back-link ${styles.back}`}>
            <Icon name="arrowBack" size={18} />
            Continue shopping
          </Link>
        </div>
        <CartSummary onProceed={onProceed} />
      </div>
      <MoreToSee />
    </>
  );
}

/** In the current currency, which may differ from the one at the time of the change. */
function useCartNote() {
  const { changes } = useSnapshot(checkout);
  const { code } = useSnapshot(currency);
  return changes && cartNote(changes, code);
}

function PricesUnchecked({ isLoading, onRetry }: { isLoading: boolean; onRetry: () => void }) {
  return (
    <CartNoteBox
      title={PRICES_UNCHECKED}
      action={
        <Button size="small" onClick={onRetry} busy={isLoading}>
          Retry
        </Button>
      }
    />
  );
}

function CartSummary({ onProceed }: { onProceed: () => void }) {
  const { items } = useSnapshot(cart);
  const { code } = useSnapshot(currency);
  const { user } = useSnapshot(session);
  const login = useRef<HTMLAnchorElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const isLoginNext = isRefused && !user;

  const proceed = () => {
    if (requireLoginToPay()) return onProceed();
    setIsRefused(true);
    login.current?.focus();
  };

  return (
    <Summary
      pinned
      title="Summary"
      lines={<Sum name="Items" amount={formatNumber(cartCount(items))} />}
      total={formatMinorUnits(cartTotalMinorUnits(items, code), code)}
      note={<CartCosts />}
    >
      <div className={summary.actions}>
        <Button variant={isLoginNext ? 'secondary' : 'primary'} size="large" onClick={proceed}>
          Proceed to Payment
        </Button>
        {!user && (
          <>
            <LoginButton ref={login} secondary={!isLoginNext}>
              Log in to continue
            </LoginButton>
            <p className="soft text-note centered">We'll keep your cart.</p>
          </>
        )}
      </div>
    </Summary>
  );
}

function EmptyCart({ note }: { note: ReturnType<typeof cartNote> | null }) {
  return (
    <>
      {note && <CartNoteBox title={note.title} lines={note.gone} />}
      <Notice
        icon="cart"
        title={<PageTitle title="Your cart is empty" />}
        actions={<ContinueShopping primary>Start shopping</ContinueShopping>}
      >
        Items you add will be saved here.
      </Notice>
      <ShopByCategory />
    </>
  );
}
