import { m } from '#messages';
import { lazyPart } from '../lazyPart.tsx';
import type { ProductLabelsProps } from './Labels.tsx';

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
