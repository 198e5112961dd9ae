import { useEffect, useState } from 'react';
import { useRelatedProducts } from '../../api/product.ts';
import { useRemote } from '../../api/useRemote.ts';
import { recentlyViewed, rememberViewed, viewedProducts } from '../../stores/recentlyViewed.ts';
import { ProductShelf } from './ProductShelf.tsx';

/** Related products, and those that the shopper viewed recently. */
export function MoreProducts({ productId }: { productId: string }) {
  const related = useRelatedProducts(productId);
  const [viewed] = useState(() => recentlyViewed().filter((id) => id !== productId));

  useEffect(() => rememberViewed(productId), [productId]);

  return (
    <>
      <ProductShelf id="related" title="You may also like" products={related} />
      {viewed.length > 0 && <RecentlyViewed ids={viewed} />}
    </>
  );
}

function RecentlyViewed({ ids }: { ids: readonly string[] }) {
  const { data, error } = useRemote(viewedProducts, ids);
  if (!data && error) return null;
  return <ProductShelf id="recently-viewed" title="Recently viewed" products={data ?? ids.map(() => null)} />;
}
