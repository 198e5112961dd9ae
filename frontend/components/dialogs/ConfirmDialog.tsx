import type { ReactNode } from 'react';
import { m } from '#messages';
import { Button } from '../Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  /** The question. */
  title: string;
  /** Explains what confirming does. */
  children: ReactNode;
  /** The confirm button's label: the verb of the question. */
  action: string;
  cancel?: string;
  /** Called on confirmation; the caller closes the dialog. */
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that can't be undone. Close is focused first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, action, cancel = m.common.cancel(), onConfirm, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="stack gap-2 soft breaks">{children}</div>
      <DialogActions>
        <Button onClick={onClose}>{cancel}</Button>
        <Button variant="danger" onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
