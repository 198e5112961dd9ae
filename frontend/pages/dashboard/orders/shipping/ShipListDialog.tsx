import type { OrderColumn } from '#contract/orders.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { Dialog } from '../../../../components/dialogs/Dialog.tsx';
import { ShipListForm } from './ShipListForm.tsx';

type ShipListDialogProps = {
  /** The list to begin with; null while the dialog is closed. */
  list: string | null;
  request: TableRequest<OrderColumn>;
  /** Called once orders are shipped. */
  onShipped: () => void;
  onClose: () => void;
};

/** Marks many orders as shipped, with the tracking numbers of a list. */
export function ShipListDialog({ list, request, onShipped, onClose }: ShipListDialogProps) {
  // The button that opened it disappears with the selection.
  return (
    <Dialog open={list !== null} shape="wide" title="Mark orders as shipped" onClose={onClose}>
      {list !== null && <ShipListForm list={list} request={request} onShipped={onShipped} onClose={onClose} />}
    </Dialog>
  );
}
