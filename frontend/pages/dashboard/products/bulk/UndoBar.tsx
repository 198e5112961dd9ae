import { useEffect, useId, useRef } from 'react';
import type { ProductColumn } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { type UndoableEdit, undoEdit } from '../../../../api/admin/bulkEdits.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { IconButton } from '../../../../components/IconButton.tsx';

type UndoBarProps = {
  edit: UndoableEdit;
  request: TableRequest<ProductColumn>;
  /** Called when it is undone or dismissed. */
  onEnd: () => void;
};

/** Says what the last bulk edit changed, and offers to undo it. */
export function UndoBar({ edit, request, onEnd }: UndoBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const messageId = useId();

  useEffect(() => {
    // The button that opened the dialog has disappeared with the selection.
    if (document.activeElement === document.body) button.current?.focus();
  }, []);

  const undo = async () => {
    if (await undoEdit(request, edit)) onEnd();
  };

  return (
    <section className="card row" aria-label={m.products.lastEdit()}>
      <p id={messageId} className="medium text-compact">
        {edit.message}
      </p>
      <ActionButton ref={button} size="small" aria-describedby={messageId} action={undo}>
        {m.common.undo()}
      </ActionButton>
      <IconButton icon="close" label={m.common.dismiss()} onClick={onEnd} />
    </section>
  );
}
