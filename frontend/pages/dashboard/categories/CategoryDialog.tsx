import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { CategoryForm } from './CategoryForm.tsx';

type CategoryDialogProps = {
  open: boolean;
  request: TableRequest<CategoryColumn>;
  /** The category to rename; without one, a new one is added. */
  category?: CategorySummaryView | null;
  onClose: () => void;
};

/** Adds or renames a category. */
export function CategoryDialog({ open, request, category = null, onClose }: CategoryDialogProps) {
  return (
    <Dialog open={open} title={category ? 'Edit category' : 'Add category'} onClose={onClose}>
      <CategoryForm category={category} request={request} onEnd={onClose} />
    </Dialog>
  );
}
