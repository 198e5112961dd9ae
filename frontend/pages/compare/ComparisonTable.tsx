import type { CSSProperties } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { Badge } from '../../components/Badge.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import { addToCart } from '../../stores/cart.ts';
import { currency } from '../../stores/currency.ts';
import styles from './Compare.module.css';
import { type ComparisonRow, comparisonRows, PRICE_ROW } from './comparisonRows.ts';

type ComparisonTableProps = {
  products: readonly ProductView[];
  onlyDifferences: boolean;
  onRemove: (productId: string) => void;
};

/** A column for each product. Scrolls sideways on phones, under the names of the rows. */
export function ComparisonTable({ products, onlyDifferences, onRemove }: ComparisonTableProps) {
  const { code } = useSnapshot(currency);
  const rows = comparisonRows(products, code).filter(({ differs }) => differs || !onlyDifferences);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className={`panel ${styles.frame}`} aria-label={m.compare.comparison()} tabIndex={0}>
      <table className={styles.table} style={{ '--columns': products.length } as CSSProperties}>
        <thead>
          <tr>
            <td />
            {products.map((product) => (
              <ProductHead key={product._id} product={product} onRemove={() => onRemove(product._id)} />
            ))}
          </tr>
          <tr>
            <td />
            {products.map((product) => (
              <Actions key={product._id} product={product} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} products={products} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={`soft ${styles.same}`}>{m.compare.same()}</p>}
    </section>
  );
}

function ProductHead({ product, onRemove }: { product: ProductView; onRemove: () => void }) {
  return (
    <th scope="col">
      <div className={`rounded ${styles.picture}`}>
        <ProductPicture {...product} alt="" sizes="14rem" />
        <IconButton
          icon="close"
          iconSize={18}
          label={m.compare.remove({ title: product.title })}
          title={m.common.remove()}
          className={styles.remove}
          onClick={onRemove}
        />
      </div>
      <Link
        id={titleId(product)}
        href={pageAddress('product', { productId: product._id })}
        className={`quiet-link medium ${styles.title}`}
        dir="auto"
      >
        {product.title}
      </Link>
    </th>
  );
}

function titleId({ _id }: ProductView): string {
  return `compared-${_id}`;
}

function Actions({ product }: { product: ProductView }) {
  const isSoldOut = product.stock?.state === 'soldOut';
  return (
    <td className={styles.actions}>
      <div className="stack gap-2">
        <Button
          variant="primary"
          size="small"
          wide
          disabled={isSoldOut}
          aria-describedby={titleId(product)}
          onClick={() => addToCart(product)}
        >
          {isSoldOut ? m.product.soldOut() : m.product.addToCart()}
        </Button>
        <ButtonLink
          variant="soft"
          size="small"
          wide
          href={pageAddress('product', { productId: product._id })}
          aria-describedby={titleId(product)}
        >
          {m.product.viewProduct()}
        </ButtonLink>
      </div>
    </td>
  );
}

function Row({
  row: { key, name, texts, differs },
  products,
}: {
  row: ComparisonRow;
  products: readonly ProductView[];
}) {
  return (
    <tr className={differs ? styles.differs : undefined}>
      <th scope="row">
        <span className="cluster gap-2">
          <span>{name}</span>
          {differs && (
            <>
              <span className={styles.sign} aria-hidden="true">
                <Badge tone="good">≠</Badge>
              </span>
              <span className="visually-hidden">{m.compare.differs()}</span>
            </>
          )}
        </span>
      </th>
      {products.map((product, index) => (
        <td key={product._id} dir="auto">
          {key === PRICE_ROW ? (
            <div className="stack gap-2">
              <div>
                <Price price={product.price} prior={product.priorPrice} />
                <PriceNote />
              </div>
              <ProductLabels product={product} />
            </div>
          ) : (
            (texts[index] ?? (
              <>
                <span aria-hidden="true">–</span>
                <span className="visually-hidden">{m.compare.none()}</span>
              </>
            ))
          )}
        </td>
      ))}
    </tr>
  );
}
