import type { AdminProductView } from '#contract/catalogue.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { removeProduct } from '../../../stores/dashboard/products.ts';

type DeleteProductDialogProps = {
  /** What is to be deleted; null while nothing is. */
  product: AdminProductView | null;
  onClose: () => void;
};

/** Asks whether a product is to be deleted, and tells what goes with it. */
export function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const confirm = () => {
    if (product) void removeProduct(product);
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
            <strong>{product.title}</strong> leaves the shop for good{goesWithIt(product)}.
          </p>
          <p>Orders keep their lines.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

function goesWithIt({ commentCount, allRatings }: AdminProductView): string {
  const parts = [counted(commentCount, 'comment'), counted(allRatings.length, 'rating')].filter((part) => part !== '');
  return parts.length === 0 ? '' : `, and ${parts.join(' and ')} with it`;
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
