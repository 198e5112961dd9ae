import type { ProductLabelsView } from '#contract/listing.ts';
import { m } from '#messages';
import { lazyPart } from '../lazyPart.tsx';

export type ProductLabelsProps = {
  product: ProductLabelsView;
  /** As large as the price of a product's own page. */
  large?: boolean;
  /** Leaves out the links, within one. */
  plain?: boolean;
};

/** Loaded separately, because many shops sell nothing that has labels. */
export const Labels = lazyPart<ProductLabelsProps>(() => import('./Labels.tsx'), null, m.feedback.detailsFailed);

/** What the law asks for beside a price. */
export function ProductLabels(props: ProductLabelsProps) {
  const { large, product } = props;
  const { energy, charger } = product;
  if (!energy && !charger) return null;
  return (
    <span className={`labels ${large ? 'large' : ''} ${charger ? 'high' : ''}`}>
      <Labels {...props} />
    </span>
  );
}
