import { useEffect, useState } from 'react';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useRelatedProducts } from '../../api/product.ts';
import { useRemote } from '../../api/useRemote.ts';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { recentlyViewed, rememberViewed, viewedProducts } from '../../stores/recentlyViewed.ts';
import { Shelf, Tile, TileSkeleton } from '../Shelf.tsx';
import styles from './ProductPage.module.css';

/** Related products, and those that the shopper viewed recently. */
export function MoreProducts({ productId }: { productId: string }) {
  const related = useRelatedProducts(productId);
  const [viewed] = useState(() => recentlyViewed().filter((id) => id !== productId));

  useEffect(() => rememberViewed(productId), [productId]);

  return (
    <>
      {related.length > 0 && <ProductShelf title={m.product.related()} products={related} />}
      {viewed.length > 0 && <RecentlyViewed ids={viewed} />}
    </>
  );
}

function RecentlyViewed({ ids }: { ids: readonly string[] }) {
  const { data, error } = useRemote(viewedProducts, ids);
  if (data?.length === 0 || (!data && error)) return null;
  if (data) return <ProductShelf title={m.product.recentlyViewed()} products={data} />;
  return (
    <Shelf title={m.product.recentlyViewed()} className={styles.section} isBusy>
      {ids.map((id) => (
        <TileSkeleton key={id} />
      ))}
    </Shelf>
  );
}

function ProductShelf({ title, products }: { title: string; products: readonly ProductView[] }) {
  return (
    <Shelf title={title} className={styles.section}>
      {products.map((product) => (
        <Tile
          key={product._id}
          href={pageAddress('product', { productId: product._id })}
          picture={product}
          title={product.title}
          note={
            <>
              <Price price={product.price} prior={product.priorPrice} decimals={0} />
              <PriceNote />
              <ProductLabels product={product} />
            </>
          }
        />
      ))}
    </Shelf>
  );
}
