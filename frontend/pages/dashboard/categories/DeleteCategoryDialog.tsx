import type { CategorySummaryView } from '#contract/catalogue.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { removeCategory } from '../../../stores/dashboard/categories.ts';

type DeleteCategoryDialogProps = {
  /** What is to be deleted; null while nothing is. */
  category: CategorySummaryView | null;
  onClose: () => void;
};

/** Asks whether a category is to be deleted. One that contains products can't be, which the server tells. */
export function DeleteCategoryDialog({ category, onClose }: DeleteCategoryDialogProps) {
  const confirm = () => {
    if (category) void removeCategory(category);
    onClose();
  };
  return (
    <ConfirmDialog
      open={category !== null}
      title="Delete this category?"
      action="Delete"
      onConfirm={confirm}
      onClose={onClose}
    >
      {category && (
        <p>
          <strong>{category.categoryName}</strong> leaves the shop for good. A category that contains products stays.
        </p>
      )}
    </ConfirmDialog>
  );
}
