import type { CategorySummaryView } from '#contract/catalogue.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { removeCategory } from '../../../stores/dashboard/categories.ts';

type DeleteCategoryDialogProps = {
  /** What is to be deleted; null while nothing is. */
  category: CategorySummaryView | null;
  onClose: () => void;
};

/** The number is of when the table was fetched: the server has the last word. */
function whatComesOf({ productCount: count }: CategorySummaryView): string {
  if (count === 0) return 'leaves the shop for good.';
  return `contains ${count === 1 ? 'a product' : `${count} products`}: as long as it does it can’t be deleted.`;
}

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
          <strong>{category.categoryName}</strong> {whatComesOf(category)}
        </p>
      )}
    </ConfirmDialog>
  );
}
