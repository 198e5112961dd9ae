import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { COUNT_MAX, COUNT_MIN } from '#contract/orders/payments.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { summary } from '#contract/shop/shop-page.ts';
import { formatPrice } from '#contract/values/money.ts';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { QuantityStepper } from '../../components/forms/QuantityStepper.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { CompareToggle } from '../../components/product/CompareToggle.tsx';
import { comparisonAddress } from '../../components/product/comparisonAddress.ts';
import { GuaranteeNotice } from '../../components/product/GuaranteeNotice.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { ratingText } from '../../components/product/ratingText.ts';
import { StarRating } from '../../components/product/StarRating.tsx';
import { StockState } from '../../components/product/StockState.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { addToCart, cart } from '../../stores/cart.ts';
import { comparison } from '../../stores/comparison.ts';
import { currency } from '../../stores/currency.ts';
import { mediumMoment } from '../../texts/dates.ts';
import { Alternatives } from './Alternatives.tsx';
import { DeliveryFacts } from './DeliveryFacts.tsx';
import { FamilyOptions } from './FamilyOptions.tsx';
import styles from './ProductDetail.module.css';

/** The column beside a product's pictures. */
export function ProductDetail({ product }: { product: ProductView }) {
  const { title, description, categoryId, rating, family } = product;
  return (
    <>
      <Link
        href={pageAddress('category', { slug: categoryId.slug })}
        className={`soft text-compact breaks ${styles.category}`}
      >
        {categoryId.categoryName}
      </Link>
      <PageTitle title={title} description={summary(description)} className={`breaks ${styles.title}`} />
      <p className="cluster row-gap-1 soft numbers text-compact">
        <StarRating rating={rating} />
        <span>{ratingText(product)}</span>
      </p>
      {family && <FamilyOptions family={family} />}
      <Purchase key={product._id} product={product} />
      <SaleFacts product={product} />
      <ProductLabels product={product} large />
      <InCart productId={product._id} />
      {product.stock?.state === 'soldOut' ? (
        <Alternatives productId={product._id} />
      ) : (
        <DeliveryFacts price={product.price} />
      )}
      <p className="prose" dir="auto">
        {description}
      </p>
      <GuaranteeNotice />
      <div className="cluster">
        <CompareToggle product={product} />
        <ComparisonLink />
      </div>
    </>
  );
}

/** What the price of a sale is compared with, in words, and when it ends. */
function SaleFacts({ product: { price, priorPrice, saleUntil } }: { product: ProductView }) {
  const { code } = useSnapshot(currency);
  const reducedFrom = priorPrice !== null && priorPrice > price ? priorPrice : null;
  if (reducedFrom === null && saleUntil === null) return null;
  return (
    <div className="soft text-note">
      {reducedFrom !== null && (
        <p>
          <span>{m.sales.prior()}</span> <span className="numbers nowrap">{formatPrice(reducedFrom, code)}</span>
        </p>
      )}
      {saleUntil && <p>{m.sales.ends({ date: mediumMoment(saleUntil) })}</p>}
    </div>
  );
}

/** Leads to the comparison on phones, where the bar with the price has the place of its bar. */
function ComparisonLink() {
  const { ids } = useSnapshot(comparison);
  if (ids.length === 0) return null;
  return (
    <Link href={comparisonAddress({ ids: [...ids], onlyDifferences: false })} className={`pill ${styles.comparison}`}>
      {m.compare.compareCounted({ count: ids.length })}
    </Link>
  );
}

/** How many units are in the cart, and the way there: right after the button that has added them. */
function InCart({ productId }: { productId: string }) {
  const { items } = useSnapshot(cart);
  const count = items.find(({ _id }) => _id === productId)?.count;
  if (count === undefined) return null;
  return (
    <p className="with-icon accent text-compact">
      <Icon name="cart" size={16} />
      <span>
        <span>{m.product.inCart({ count })}</span> · <Link href={pagePatterns.order}>{m.product.viewCart()}</Link>
      </span>
    </p>
  );
}

/** Stays at the bottom of the window on phones. */
function Purchase({ product }: { product: ProductView }) {
  const { stock } = product;
  const [units, setUnits] = useState(COUNT_MIN);
  const isSoldOut = stock?.state === 'soldOut';
  return (
    <div className={`cluster spread row-gap-3 ${styles.purchase}`}>
      <div className="stack gap-1">
        <p className={`bold ${styles.price}`}>
          <Price price={product.price} prior={product.priorPrice} />
        </p>
        <PriceNote />
        {!isSoldOut && <StockState stock={stock} />}
      </div>
      {!isSoldOut && (
        <div className={styles.quantity}>
          <QuantityStepper
            count={units}
            max={stock?.state === 'low' ? stock.left : COUNT_MAX}
            title={product.title}
            onChange={(delta) => setUnits(units + delta)}
          />
        </div>
      )}
      <Button variant="primary" size="large" disabled={isSoldOut} onClick={() => addToCart(product, units)}>
        {isSoldOut ? (
          m.product.soldOut()
        ) : (
          <>
            <Icon name="cart" />
            <span>{m.product.addToCart()}</span>
          </>
        )}
      </Button>
    </div>
  );
}
