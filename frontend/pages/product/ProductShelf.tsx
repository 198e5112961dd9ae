import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Price } from '../../components/product/Price.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import styles from './ProductShelf.module.css';

type ProductShelfProps = {
  /** The id of its heading. */
  id: string;
  title: string;
  products: readonly (ProductView | null)[];
};

/** A row of product cards; null stands for a product that is loading. Renders nothing if it is empty. */
export function ProductShelf({ id, title, products }: ProductShelfProps) {
  if (products.length === 0) return null;
  return (
    <section className={styles.shelf} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.products}>
        {products.map((product, index) => (
          <li key={product?._id ?? index}>{product ? <Tile product={product} /> : <TilePlaceholder />}</li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ product }: { product: ProductView }) {
  return (
    <Link href={pageAddress('product', { productId: product._id })} className={styles.tile}>
      <span className={styles.picture}>
        <ProductPicture {...product} alt="" sizes="12rem" small />
      </span>
      <span className={`clamp medium breaks text-compact ${styles.title}`} dir="auto">
        {product.title}
      </span>
      <span className="soft text-compact">
        <Price price={product.price} decimals={0} />
      </span>
    </Link>
  );
}

function TilePlaceholder() {
  return (
    <span className={styles.tile}>
      <Skeleton aspectRatio="1" />
      <span className={`clamp medium breaks text-compact ${styles.title}`} />
      <span className="soft text-compact">&nbsp;</span>
    </span>
  );
}
