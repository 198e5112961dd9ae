import { type Snapshot, useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { formatLineTotal, toCents } from '#contract/values/money.ts';
import { m } from '#messages';
import { QuantityStepper } from '../../../components/forms/QuantityStepper.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { ProductLabels } from '../../../components/labels/ProductLabels.tsx';
import { REMOVE } from '../../../components/laterIcons.ts';
import { LineNote } from '../../../components/order/LineNote.tsx';
import { Price } from '../../../components/product/Price.tsx';
import { PriceNote } from '../../../components/product/PriceNote.tsx';
import { ProductDetailLine } from '../../../components/product/ProductDetailLine.tsx';
import { ProductPicture } from '../../../components/product/ProductPicture.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import type { CartItem } from '../../../stores/cart.ts';
import { currency } from '../../../stores/currency.ts';
import styles from './CartLine.module.css';

type CartLineProps = {
  item: Snapshot<CartItem>;
  /** What the shop changed on this line. */
  change?: string;
  /** Units that the shopper can buy; undefined if there are enough. */
  left?: number;
  onChange: (delta: 1 | -1) => void;
  onRemove: () => void;
};

function shortage(left: number): string {
  return left === 0 ? m.checkout.soldOut() : m.checkout.onlyLeft({ count: left });
}

/** One product in the cart, with its quantity. */
export function CartLine({ item, change, left, onChange, onRemove }: CartLineProps) {
  const { code } = useSnapshot(currency);
  const { _id, title, price, priorPrice, count } = item;
  const address = pageAddress('product', { productId: _id });
  return (
    <li className={styles.line}>
      <Link href={address} className={`rounded ${styles.picture}`} tabIndex={-1} aria-hidden="true">
        <ProductPicture {...item} alt="" sizes="6rem" small />
      </Link>
      <div className="stack gap-1">
        <p>
          <Link href={address} className="quiet-link medium breaks" dir="auto">
            {title}
          </Link>
        </p>
        <ProductDetailLine text={item.description} />
        <p className="soft text-note">
          <Sentence of={m.checkout.each()} parts={{ price: () => <Price price={price} prior={priorPrice} /> }} />
        </p>
        <PriceNote />
        {item.labels && <ProductLabels product={item.labels} />}
        {change && <LineNote>{change}</LineNote>}
        {left !== undefined && left < count && <LineNote>{shortage(left)}</LineNote>}
      </div>
      <div className={styles.amount}>
        <QuantityStepper count={count} onChange={onChange} title={title} />
        <p className={`medium numbers nowrap ${styles.lineTotal}`}>
          <span className="visually-hidden">{`${m.checkout.subtotal()} `}</span>
          <span>{formatLineTotal(toCents(price), count, code)}</span>
        </p>
      </div>
      <div className={styles.remove}>
        <IconButton icon={REMOVE} iconSize={18} label={m.checkout.removeFromCart({ title })} onClick={onRemove} />
      </div>
    </li>
  );
}
