import { useSnapshot } from 'valtio';
import { COMPARED_MAX, clearComparison, comparison } from '../../stores/comparison.ts';
import { ButtonLink } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { comparisonAddress } from '../product/comparisonAddress.ts';
import styles from './CompareBar.module.css';

type CompareBarProps = {
  /** On phones, a product's page has a bar of its own, and a link to the comparison in the page. */
  isOnProduct: boolean;
};

/** The number of products that the shopper has chosen to compare, with a link to the comparison. */
export default function CompareBar({ isOnProduct }: CompareBarProps) {
  const { ids } = useSnapshot(comparison);
  return (
    <section
      className={`panel raised row nowrap ${styles.bar} ${isOnProduct ? styles.onProduct : ''}`}
      aria-label="Comparison"
    >
      <p className="medium numbers text-compact" role="status">{`${ids.length} of ${COMPARED_MAX} chosen`}</p>
      <ButtonLink variant="primary" size="small" href={comparisonAddress({ ids, onlyDifferences: false })}>
        Compare
      </ButtonLink>
      <IconButton icon="close" iconSize={18} label="Clear comparison" onClick={clearComparison} />
    </section>
  );
}
