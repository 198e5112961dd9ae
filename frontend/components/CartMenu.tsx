import { type PointerEvent, useId, useRef } from 'react';
import { type Snapshot, useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { formatMinorUnits } from '#contract/money.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { nouns } from '../nouns.ts';
import { type CartItem, cart, cartCount, cartTotalMinorUnits, removeFromCart } from '../stores/cart.ts';
import { currency } from '../stores/currency.ts';
import { ButtonLink } from './Button.tsx';
import styles from './CartMenu.module.css';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Price } from './Price.tsx';
import { ProductDetailLine } from './ProductDetailLine.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { useDisclosure } from './useDisclosure.ts';

/** How long the pointer may leave on its way from the icon to the panel. */
const LEAVE_MS = 200;

function CartLine({ item, onRemove }: { item: Snapshot<CartItem>; onRemove: () => void }) {
  return (
    <li className={styles.line}>
      <Link
        href={pageAddress('product', { productId: item._id })}
        className={styles.picture}
        tabIndex={-1}
        aria-hidden="true"
      >
        <ProductPicture {...item} alt="" sizes="4rem" small />
      </Link>
      <div className={styles.details}>
        <Link href={pageAddress('product', { productId: item._id })} className={styles.title} dir="auto">
          {item.title}
        </Link>
        <ProductDetailLine text={item.description} />
        <p className={styles.amount}>
          <Price price={item.price} /> × {item.count}
        </p>
      </div>
      <IconButton icon="remove" iconSize={18} label={`Remove ${item.title} from the cart`} onClick={onRemove} />
    </li>
  );
}

/** The cart icon with its count. Hover or focus opens a panel with the cart's items. */
export function CartMenu() {
  const { items } = useSnapshot(cart);
  const { code } = useSnapshot(currency);
  const { open, setOpen, frame } = useDisclosure<HTMLDivElement>();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const link = useRef<HTMLAnchorElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const count = cartCount(items);
  const isShown = open && items.length > 0;

  const enter = (event: PointerEvent) => {
    // Touch has no hover: a tap follows the link.
    if (event.pointerType !== 'mouse') return;
    clearTimeout(leaving.current);
    setOpen(true);
  };
  const leave = () => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(() => setOpen(false), LEAVE_MS);
  };
  const remove = (_id: string) => {
    // The pressed button disappears with its line: move the focus.
    (items.length > 1 ? panel.current : link.current)?.focus();
    removeFromCart(_id);
  };

  return (
    <div className={styles.frame} {...frame} onPointerEnter={enter} onPointerLeave={leave}>
      <Link
        ref={link}
        href={pagePatterns.order}
        className={styles.link}
        aria-label={`Cart, ${counted(count, nouns.item)}`}
        aria-controls={isShown ? panelId : undefined}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setOpen(true);
        }}
      >
        <Icon name="cart" size={22} />
        {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
      </Link>
      {isShown && (
        <section ref={panel} id={panelId} className={styles.panel} aria-label="Cart" tabIndex={-1}>
          <ul className={styles.lines}>
            {items.map((item) => (
              <CartLine key={item._id} item={item} onRemove={() => remove(item._id)} />
            ))}
          </ul>
          <div className={styles.end}>
            <p className={styles.total}>
              <span>Total</span>
              <strong>{formatMinorUnits(cartTotalMinorUnits(items, code), code)}</strong>
            </p>
            <ButtonLink variant="primary" wide href={pagePatterns.order}>
              Checkout
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}
