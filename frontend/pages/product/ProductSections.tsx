import type { FocusEvent } from 'react';
import { m } from '#messages';
import type { ShownProduct } from '../../components/product/productFacts.ts';
import { ErrorBoundary } from '../../components/shell/ErrorBoundary.tsx';
import { MoreProducts } from './MoreProducts.tsx';
import { Reviews } from './reviews/Reviews.tsx';
import { SafetyAndDocuments } from './SafetyAndDocuments.tsx';
import { Specifications } from './Specifications.tsx';

/** The sections below the product: its specifications, safety, documents and comments, and further products. */
export default function ProductSections({ product }: { product: ShownProduct }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reacts to the focus of any element within
    <div className="contents" onFocus={keepClear}>
      <Specifications product={product} />
      <SafetyAndDocuments product={product} />
      <Reviews product={product} />
      <ErrorBoundary failure={m.feedback.relatedFailed}>
        <MoreProducts productId={product._id} />
      </ErrorBoundary>
    </div>
  );
}

/** Browsers don't scroll to an element that is in the window, even if the fixed price covers it. */
function keepClear({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest' });
}
