import type { AdminProductView, ProductColumn } from '#contract/catalogue.ts';
import { counted } from '#contract/numbers.ts';
import type { UndoableEdit } from '../../../../api/admin/bulkEdits.ts';
import { Dialog } from '../../../../components/dialogs/Dialog.tsx';
import { nouns } from '../../../../texts/nouns.ts';
import type { Selection } from '../../table/useSelection.ts';
import type { TableView } from '../../table/useTable.ts';
import { BulkEditForm } from './BulkEditForm.tsx';

type BulkEditDialogProps = {
  /** The products to edit; null while the dialog is closed. */
  selection: Selection<AdminProductView> | null;
  view: TableView<AdminProductView, ProductColumn>;
  onSaved: (edit: UndoableEdit | null) => void;
  onClose: () => void;
};

/** Edits the selected products as the table shows them: a refresh updates them, or drops those that it no longer shows. */
export function BulkEditDialog({ selection, view, onSaved, onClose }: BulkEditDialogProps) {
  const products = selection && view.rows ? view.rows.filter(selection.has) : [];
  return (
    <Dialog
      open={selection !== null}
      shape="wide"
      title={`Edit ${counted(products.length, nouns.product)}`}
      onClose={onClose}
    >
      <BulkEditForm products={products} request={view.request} onSaved={onSaved} onClose={onClose} />
    </Dialog>
  );
}
