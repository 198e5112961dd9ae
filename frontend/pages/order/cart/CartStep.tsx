import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatMinorUnits } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
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

/** Step 1: the cart. */
export function CartStep({ onProceed }: { onProceed: () => void }) {
  const { items } = useSnapshot(cart);
  const { data: prices, error, isLoading, retry } = useRemote(cartPrices, null);
  const note = useCartNote();

  if (items.length === 0) return <EmptyCart note={note} />;

  return (
    <>
      <Steps current={CART_STEP} />
      <PageTitle title={m.checkout.yourCart()} />
      {note && <CartNoteBox title={note.title} lines={note.gone} />}
      {error && <PricesUnchecked isLoading={isLoading} onRetry={retry} />}
      <div className="beside">
        <div className="stack">
          <ul className={`divided ${styles.lines}`} aria-label={m.checkout.lines()} tabIndex={-1}>
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
            {m.common.continueShopping()}
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
      title={m.checkout.pricesUnchecked()}
      action={
        <Button size="small" onClick={onRetry} busy={isLoading}>
          {m.common.retry()}
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
      title={m.checkout.summary()}
      lines={<Sum name={m.checkout.itemCount()} amount={formatNumber(cartCount(items))} />}
      total={formatMinorUnits(cartTotalMinorUnits(items, code), code)}
      note={<CartCosts />}
    >
      <div className={summary.actions}>
        <Button variant={isLoginNext ? 'secondary' : 'primary'} size="large" onClick={proceed}>
          {m.checkout.proceed()}
        </Button>
        {!user && (
          <>
            <LoginButton ref={login} secondary={!isLoginNext}>
              {m.checkout.logInToContinue()}
            </LoginButton>
            <p className="soft text-note centered">{m.checkout.cartKept()}</p>
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
        title={<PageTitle title={m.checkout.emptyTitle()} />}
        actions={<ContinueShopping primary>{m.common.startShopping()}</ContinueShopping>}
      >
        {m.checkout.emptyText()}
      </Notice>
      <ShopByCategory />
    </>
  );
}
