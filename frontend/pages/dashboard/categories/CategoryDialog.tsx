import type { CategorySummaryView } from '#contract/catalogue.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { CategoryForm } from './CategoryForm.tsx';

type CategoryDialogProps = {
  open: boolean;
  /** The category that is edited; without one a new one is added. */
  category?: CategorySummaryView | null;
  onClose: () => void;
};

/** Asks for the name of a category, a new one or one that is there. */
export function CategoryDialog({ open, category = null, onClose }: CategoryDialogProps) {
  return (
    <Dialog open={open} title={category ? 'Edit category' : 'Add category'} onClose={onClose}>
      <CategoryForm category={category} onEnd={onClose} />
    </Dialog>
  );
}
