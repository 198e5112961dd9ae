import { Link } from 'wouter';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useRelatedProducts } from '../../api/product.ts';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import styles from './ProductDetail.module.css';

/** How many similar products stand in for one that is sold out. */
const ALTERNATIVES = 3;

/** Similar products that are in stock. */
export function Alternatives({ productId }: { productId: string }) {
  const related = useRelatedProducts(productId).slice(0, ALTERNATIVES);
  if (related.length === 0) return null;
  return (
    <section className="stack gap-1" aria-labelledby="alternatives">
      <h2 id="alternatives" className="text-body">
        {m.product.alternatives()}
      </h2>
      <ul className="divided">
        {related.map((product) => (
          <li key={product._id} className={`stack gap-3 ${styles.alternative}`}>
            <div className="rounded" aria-hidden="true">
              <ProductPicture {...product} alt="" sizes="3.5rem" small />
            </div>
            <Link
              href={pageAddress('product', { productId: product._id })}
              className="quiet-link clamp breaks text-compact"
              dir="auto"
            >
              {product.title}
            </Link>
            <div className={styles.alternativePrice}>
              <p className="medium text-compact">
                <Price price={product.price} prior={product.priorPrice} decimals={0} />
              </p>
              <PriceNote />
              <ProductLabels product={product} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
