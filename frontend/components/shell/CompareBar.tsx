import { useSnapshot } from 'valtio';
import { m } from '#messages';
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
      aria-label={m.compare.comparison()}
    >
      <p className="medium numbers text-compact" role="status">
        {m.compare.chosen({ count: ids.length, max: COMPARED_MAX })}
      </p>
      <ButtonLink variant="primary" size="small" href={comparisonAddress({ ids, onlyDifferences: false })}>
        {m.compare.compare()}
      </ButtonLink>
      <IconButton icon="close" iconSize={18} label={m.compare.clear()} onClick={clearComparison} />
    </section>
  );
}
