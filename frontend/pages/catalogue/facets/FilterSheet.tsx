import { counted } from '#contract/numbers.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { nouns } from '../../../texts/nouns.ts';
import FilterPanel, { type FilterPanelProps } from './FilterPanel.tsx';
import styles from './FilterSheet.module.css';

type FilterSheetProps = FilterPanelProps & { open: boolean; onClose: () => void };

/** The filters on narrow screens. The list behind updates with each choice; the number of products shows at the bottom. */
export default function FilterSheet({ open, onClose, ...panel }: FilterSheetProps) {
  const count = panel.listed && counted(panel.listed.total, nouns.product);
  return (
    <Dialog open={open} onClose={onClose} title="Filters" shape="sheet">
      <FilterPanel {...panel} />
      <div className={styles.end}>
        <Button variant="primary" size="large" wide onClick={onClose}>
          {`Show ${count ?? 'products'}`}
        </Button>
        <p className="visually-hidden" role="status">
          {count}
        </p>
      </div>
    </Dialog>
  );
}
