import { type PointerEvent, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { cart, cartCount } from '../../../stores/cart.ts';
import { Icon } from '../../Icon.tsx';
import { lazyPart } from '../../lazyPart.tsx';
import styles from './CartMenu.module.css';
import menu from './Menu.module.css';
import { useDisclosure } from './useDisclosure.ts';

const CartPanel = lazyPart(() => import('./CartPanel.tsx'), null, m.feedback.cartFailed);

/** How long the pointer may leave on its way from the icon to the panel. */
const LEAVE_MS = 200;

/** The cart icon with its count. Hover or focus opens a panel with the cart's items. */
export function CartMenu() {
  const { items } = useSnapshot(cart);
  const { open, setOpen, frame } = useDisclosure<HTMLDivElement>({ opensOnHover: true });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
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

  return (
    <div className={menu.frame} {...frame} onPointerEnter={enter} onPointerLeave={leave}>
      <Link
        href={pagePatterns.order}
        className={`circle tinting ${styles.link}`}
        aria-label={m.cart.link({ count })}
        aria-controls={isShown ? panelId : undefined}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setOpen(true);
        }}
      >
        <Icon name="cart" size={22} />
        {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
      </Link>
      {isShown && <CartPanel id={panelId} />}
    </div>
  );
}
