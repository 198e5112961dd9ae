import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import FilterPanel, { type FilterPanelProps } from './FilterPanel.tsx';
import styles from './FilterSheet.module.css';

type FilterSheetProps = FilterPanelProps & { open: boolean; onClose: () => void };

/** The filters on narrow screens. The list behind updates with each choice; the number of products shows at the bottom. */
export default function FilterSheet({ open, onClose, ...panel }: FilterSheetProps) {
  const count = panel.listed?.total;
  return (
    <Dialog open={open} onClose={onClose} title={m.search.filters()} shape="sheet">
      <FilterPanel {...panel} />
      <div className={styles.end}>
        <Button variant="primary" size="large" wide onClick={onClose}>
          {count === undefined ? m.search.showAny() : m.search.show({ count })}
        </Button>
        <p className="visually-hidden" role="status">
          {count !== undefined && m.product.counted({ count })}
        </p>
      </div>
    </Dialog>
  );
}
