import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue.ts';
import { counted } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { m } from '#messages';
import { removeCategory } from '../../../api/admin/categories.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { nouns } from '../../../texts/nouns.ts';

type DeleteCategoryDialogProps = {
  /** The category to delete; null while the dialog is closed. */
  category: CategorySummaryView | null;
  request: TableRequest<CategoryColumn>;
  onClose: () => void;
};

/** Asks before a category is deleted. If it has products, links to them instead, because the delete would fail. */
export function DeleteCategoryDialog({ category, request, onClose }: DeleteCategoryDialogProps) {
  const isInUse = category !== null && category.productCount > 0;
  const confirm = () => {
    if (category) void removeCategory(request, category);
    onClose();
  };
  return (
    <>
      <ConfirmDialog
        open={category !== null && !isInUse}
        title="Delete this category?"
        action="Delete"
        onConfirm={confirm}
        onClose={onClose}
      >
        <p>
          <strong>{category?.categoryName}</strong> will be permanently deleted.
        </p>
      </ConfirmDialog>
      <Dialog open={isInUse} title={`Can't delete ${category?.categoryName}`} onClose={onClose}>
        {category && (
          <>
            <div className="stack gap-2 soft">
              <p>{m.catalogue.categoryHasProducts()}</p>
              <p>Move its {counted(category.productCount, nouns.product)} before deleting it.</p>
            </div>
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <ButtonLink variant="primary" href={`${pagePatterns.products}?categoryId=${category._id}`}>
                View products
              </ButtonLink>
            </DialogActions>
          </>
        )}
      </Dialog>
    </>
  );
}
