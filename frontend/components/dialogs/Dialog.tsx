import { type ReactNode, useEffect, useId, useRef } from 'react';
import { m } from '#messages';
import { firstField } from '../../browser/firstField.ts';
import { IconButton } from '../IconButton.tsx';
import styles from './Dialog.module.css';

type DialogProps = {
  open: boolean;
  /** Called when the user closes it: with the button, Escape, or a click outside. */
  onClose: () => void;
  title: string;
  /**
   * `large` fits the width to a picture. `wide` has room for a table below the form, and buttons that stay in reach while it
   * scrolls. A `sheet` sits at the bottom of the screen, in reach of the thumb; `top` at its top, with room for a popup that
   * hangs over the edge.
   */
  shape?: 'large' | 'wide' | 'sheet' | 'top';
  children: ReactNode;
};

/**
 * A modal dialog that focuses its first field. The element stays mounted because the browser restores the focus on close;
 * the content is mounted only while open.
 */
export function Dialog({ open, onClose, title, shape, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    firstField(dialog)?.focus();
    return () => dialog.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same (onCancel)
    <dialog
      ref={ref}
      className={`panel raised ${styles.dialog} ${shape ? styles[shape] : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Also a file input within, whose chooser is canceled.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The browser may close it by itself: https://html.spec.whatwg.org/multipage/interaction.html#close-watcher-request-close
      onClose={({ currentTarget }) => {
        if (open && !currentTarget.open) onClose();
      }}
      // Closes with the click, which would else reach what lies below; not if it began as a selection within.
      onPointerDown={({ target, currentTarget }) => {
        isPressedOutside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (isPressedOutside.current && target === currentTarget) onClose();
      }}
    >
      {open && (
        <div className={`stack ${styles.content}`}>
          <header className={`row spread gap-4 ${styles.header}`}>
            <h2
              id={titleId}
              className={`${shape === 'large' ? 'ellipsis text-lead' : 'text-heading'} ${styles.title}`}
              dir="auto"
            >
              {title}
            </h2>
            <IconButton icon="close" label={m.common.close()} onClick={onClose} />
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** The buttons at the bottom of a dialog, below the reason of a failure. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={`cluster ${styles.actions}`}>{children}</div>;
}
