import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  /** The question. */
  title: string;
  /** What the answer brings with it. */
  children: ReactNode;
  /** What the button says that does it: a verb, as in the question. */
  action: string;
  /** Called when it is to be done; whoever asks closes the dialog. */
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that can't be undone is done. The focus begins on the way out. */
export function ConfirmDialog({ open, title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  const wasOpen = useRef(false);

  useEffect(() => {
    // What was deleted may have taken the button with it that the focus would go back to.
    if (wasOpen.current && !open && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    wasOpen.current = open;
  }, [open]);

  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
