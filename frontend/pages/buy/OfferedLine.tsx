import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { formatLineTotal, toCents } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { LineNote } from '../../components/order/LineNote.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { ProductDetailLine } from '../../components/product/ProductDetailLine.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { currency } from '../../stores/currency.ts';
import styles from './OfferedLine.module.css';
import type { SelectionLine } from './selection.ts';

/** A product that a link offers, and what hinders the shopper from buying it. */
export function OfferedLine({ line: { product, units, inCart, problem } }: { line: SelectionLine }) {
  return (
    <li className={styles.line}>
      {product ? <LinkedPicture product={product} /> : <span className={`rounded ${styles.picture}`} />}
      <div className="stack gap-1">
        {product && <ProductText product={product} />}
        {inCart > 0 && <p className="soft text-note">{m.product.inCart({ count: inCart })}</p>}
        {problem && <LineNote>{problem}</LineNote>}
      </div>
      {product && units > 0 && <Amount product={product} units={units} />}
    </li>
  );
}

/** The title beside it leads to the product, too, so that this link is left out for keyboards and screen readers. */
function LinkedPicture({ product }: { product: ProductView }) {
  return (
    <Link href={addressOf(product)} className={`rounded ${styles.picture}`} tabIndex={-1} aria-hidden="true">
      <ProductPicture {...product} alt="" sizes="6rem" small />
    </Link>
  );
}

function ProductText({ product }: { product: ProductView }) {
  const { title, description, price, priorPrice } = product;
  return (
    <>
      <p>
        <Link href={addressOf(product)} className="quiet-link medium breaks" dir="auto">
          {title}
        </Link>
      </p>
      <ProductDetailLine text={description} />
      <p className="soft text-note">
        <Sentence of={m.checkout.each()} parts={{ price: () => <Price price={price} prior={priorPrice} /> }} />
      </p>
      <PriceNote />
      <ProductLabels product={product} />
    </>
  );
}

function Amount({ product: { price }, units }: { product: ProductView; units: number }) {
  const { code } = useSnapshot(currency);
  return (
    <p className={`row gap-3 baseline numbers nowrap ${styles.amount}`}>
      <span className="soft">{`× ${formatNumber(units)}`}</span>
      <span className="medium">{formatLineTotal(toCents(price), units, code)}</span>
    </p>
  );
}

function addressOf({ _id }: ProductView): string {
  return pageAddress('product', { productId: _id });
}
