import type { AdminProductView, ProductColumn } from '#contract/catalogue.ts';
import { counted } from '#contract/numbers.ts';
import { removeProduct } from '../../../api/admin/products.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { nouns } from '../../../texts/nouns.ts';

type DeleteProductDialogProps = {
  /** The product to delete; null while the dialog is closed. */
  product: AdminProductView | null;
  request: TableRequest<ProductColumn>;
  onClose: () => void;
};

/** Asks before a product is deleted, and lists what is deleted with it. */
export function DeleteProductDialog({ product, request, onClose }: DeleteProductDialogProps) {
  const confirm = () => {
    if (product) void removeProduct(request, product);
    onClose();
  };
  return (
    <ConfirmDialog
      open={product !== null}
      title="Delete this product?"
      action="Delete"
      onConfirm={confirm}
      onClose={onClose}
    >
      {product && (
        <>
          <p>
            <strong>{product.title}</strong> will be permanently deleted{deletedWith(product)}.
          </p>
          <p>Past orders aren't affected.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

function deletedWith({ commentCount, allRatings }: AdminProductView): string {
  const parts = [
    commentCount > 0 && counted(commentCount, adminNouns.comment),
    allRatings.length > 0 && counted(allRatings.length, nouns.rating),
  ].filter(Boolean);
  return parts.length === 0 ? '' : `, with its ${parts.join(' and ')}`;
}
