import type { ProductView } from '#contract/catalogue.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { MoreProducts } from './MoreProducts.tsx';
import { Reviews } from './Reviews.tsx';
import { Specifications } from './Specifications.tsx';

/** What follows below the product: its specifications and comments, and other products to go on with. */
export default function ProductSections({ product }: { product: ProductView }) {
  return (
    <>
      <Specifications attributes={product.attributes} />
      <Reviews product={product} />
      <ErrorBoundary part="other products">
        <MoreProducts productId={product._id} />
      </ErrorBoundary>
    </>
  );
}
