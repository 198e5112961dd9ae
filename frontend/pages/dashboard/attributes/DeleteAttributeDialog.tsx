import type { AttributeView } from '#contract/catalogue.ts';
import { removeAttribute } from '../../../api/admin/attributes.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';

type DeleteAttributeDialogProps = {
  /** The attribute to delete; null while the dialog is closed. */
  attribute: AttributeView | null;
  categoryName: string;
  onClose: () => void;
};

/** Asks before an attribute is deleted with its values. */
export function DeleteAttributeDialog({ attribute, categoryName, onClose }: DeleteAttributeDialogProps) {
  const confirm = () => {
    if (attribute) void removeAttribute(attribute);
    onClose();
  };
  return (
    <ConfirmDialog
      open={attribute !== null}
      title="Delete this attribute?"
      action="Delete"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{attribute?.name}</strong> and its values will be permanently deleted from all products in{' '}
        {categoryName}.
      </p>
    </ConfirmDialog>
  );
}
