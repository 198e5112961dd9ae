import { Link } from 'wouter';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { Section } from '../Section.tsx';
import styles from './StatisticsPage.module.css';

type BestProductsProps = {
  title: string;
  empty: string;
  products: readonly {
    productId: string;
    title: string;
    value: string;
    detail?: string;
    /** Whether it was deleted. */
    isGone?: boolean;
  }[];
};

/** A ranking of products. */
export function BestProducts({ title, empty, products }: BestProductsProps) {
  return (
    <Section title={title} small>
      {products.length === 0 && <p className="soft text-note">{empty}</p>}
      <ol className="divided text-note">
        {products.map((product) => (
          <li key={product.productId} className={styles.item}>
            {product.isGone ? (
              <span className="soft breaks">{m.statistics.noLongerSold({ title: product.title })}</span>
            ) : (
              <Link href={pageAddress('product', { productId: product.productId })} className="quiet-link breaks">
                {product.title}
              </Link>
            )}
            <span className={styles.value}>
              {product.value}
              {product.detail && <span className={styles.detail}>{product.detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
