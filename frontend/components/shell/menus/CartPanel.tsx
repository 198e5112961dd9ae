import { type Snapshot, useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { type CartItem, cart, cartTotalMinorUnits, removeFromCart } from '../../../stores/cart.ts';
import { currency } from '../../../stores/currency.ts';
import { ButtonLink } from '../../Button.tsx';
import { IconButton } from '../../IconButton.tsx';
import { ProductLabels } from '../../labels/ProductLabels.tsx';
import { REMOVE } from '../../laterIcons.ts';
import { Price } from '../../product/Price.tsx';
import { PriceNote } from '../../product/PriceNote.tsx';
import { ProductDetailLine } from '../../product/ProductDetailLine.tsx';
import { ProductPicture } from '../../product/ProductPicture.tsx';
import styles from './CartPanel.module.css';
import menu from './Menu.module.css';

/** The cart's lines and total, below the cart icon. */
export default function CartPanel({ id }: { id: string }) {
  const { items } = useSnapshot(cart);
  const { code } = useSnapshot(currency);

  return (
    <section id={id} className={`panel raised ${menu.below} ${styles.panel}`} aria-label={m.cart.cart()} tabIndex={-1}>
      <ul className={`divided ${styles.lines}`}>
        {items.map((item) => (
          <CartLine key={item._id} item={item} onRemove={() => removeFromCart(item._id)} />
        ))}
      </ul>
      <div className={`stack ${styles.end}`}>
        <p className="row spread numbers text-lead">
          <span>{m.cart.total()}</span>
          <strong>{formatMinorUnits(cartTotalMinorUnits(items, code), code)}</strong>
        </p>
        <ButtonLink variant="primary" wide href={pagePatterns.order}>
          {m.cart.checkout()}
        </ButtonLink>
      </div>
    </section>
  );
}

function CartLine({ item, onRemove }: { item: Snapshot<CartItem>; onRemove: () => void }) {
  return (
    <li className={`row ${styles.line}`}>
      <Link
        href={pageAddress('product', { productId: item._id })}
        className={styles.picture}
        tabIndex={-1}
        aria-hidden="true"
      >
        <ProductPicture {...item} alt="" sizes="4rem" small />
      </Link>
      <div className="grow">
        <Link
          href={pageAddress('product', { productId: item._id })}
          className={`clamp quiet-link medium breaks text-compact ${styles.title}`}
          dir="auto"
        >
          {item.title}
        </Link>
        <ProductDetailLine text={item.description} />
        <p className={`soft numbers text-note ${styles.amount}`}>
          <Price price={item.price} prior={item.priorPrice} /> <span>{`× ${item.count}`}</span>
        </p>
        <PriceNote />
        {item.labels && <ProductLabels product={item.labels} />}
      </div>
      <IconButton icon={REMOVE} iconSize={18} label={m.cart.remove({ title: item.title })} onClick={onRemove} />
    </li>
  );
}
