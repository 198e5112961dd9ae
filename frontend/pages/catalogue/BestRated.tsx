import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { bestRated } from '../../api/listing.ts';
import { useRemote, useRemoteState } from '../../api/useRemote.ts';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { StarRating } from '../../components/product/StarRating.tsx';
import { Shelf, Tile } from '../Shelf.tsx';

/** How many load: those of a wide screen's row, and the featured one. */
const COUNT = 9;

/** The best rated products after the featured one, in a row that scrolls. */
export default function BestRated() {
  const { data = [] } = useRemote(bestRated, COUNT);
  const [featured] = useRemoteState(bestRated, 1).data ?? [];
  const others = data.filter(({ _id }) => _id !== featured?._id);
  if (others.length === 0) return null;
  return (
    <Shelf title={m.home.bestRated()}>
      {others.map((product) => (
        <Tile
          key={product._id}
          href={pageAddress('product', { productId: product._id })}
          picture={product}
          title={product.title}
          note={
            <>
              <span className="row gap-2 spread">
                <Price price={product.price} prior={product.priorPrice} decimals={0} />
                <StarRating rating={product.rating} small />
              </span>
              <PriceNote />
              <ProductLabels product={product} />
            </>
          }
        />
      ))}
    </Shelf>
  );
}
