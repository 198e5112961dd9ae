import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue/catalogue.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { removeCategory } from '../../../api/admin/categories.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { Sentence } from '../../../components/Sentence.tsx';

type DeleteCategoryDialogProps = {
  /** The category to delete; null while the dialog is closed. */
  category: CategorySummaryView | null;
  request: TableRequest<CategoryColumn>;
  onClose: () => void;
};

/** Asks before a category is deleted. If it has products, links to them instead, because the delete would fail. */
export function DeleteCategoryDialog({ category, request, onClose }: DeleteCategoryDialogProps) {
  const name = category?.categoryName ?? '';
  const isInUse = category !== null && category.productCount > 0;
  const confirm = () => {
    if (category) void removeCategory(request, category);
    onClose();
  };
  return (
    <>
      <ConfirmDialog
        open={category !== null && !isInUse}
        title={m.categories.deleteTitle()}
        action={m.common.delete()}
        onConfirm={confirm}
        onClose={onClose}
      >
        <p>
          <Sentence of={m.categories.willBeDeleted({ name })} parts={{ strong: (text) => <strong>{text}</strong> }} />
        </p>
      </ConfirmDialog>
      <Dialog open={isInUse} title={m.categories.cantDelete({ name })} onClose={onClose}>
        {category && (
          <>
            <div className="stack gap-2 soft">
              <p>{m.catalogue.categoryHasProducts()}</p>
              <p>{m.categories.moveProducts({ count: category.productCount })}</p>
            </div>
            <DialogActions>
              <Button onClick={onClose}>{m.common.cancel()}</Button>
              <ButtonLink variant="primary" href={`${pagePatterns.products}?categoryId=${category._id}`}>
                {m.categories.viewProducts()}
              </ButtonLink>
            </DialogActions>
          </>
        )}
      </Dialog>
    </>
  );
}
