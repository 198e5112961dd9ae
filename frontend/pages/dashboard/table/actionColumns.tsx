import { m } from '#messages';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import type { TableColumn } from './columns.ts';

/** Links to the edit page of a row, by default as "Edit", or opens a dialog. */
type Edit<Row> = { href: (row: Row) => string; verb?: (row: Row) => string } | { onEdit: (row: Row) => void };

/** A button that edits its row. @param nameOf completes its name for screen readers */
export function editColumn<Row>(nameOf: (row: Row) => string, edit: Edit<Row>): TableColumn<Row, never> {
  return {
    title: m.table.edit,
    role: 'action',
    cell: (row) => {
      const words = (
        <>
          {('verb' in edit && edit.verb?.(row)) || m.table.edit()}
          <span className="visually-hidden"> {nameOf(row)}</span>
        </>
      );
      if ('onEdit' in edit) {
        return (
          <Button size="small" variant="quiet" onClick={() => edit.onEdit(row)}>
            {words}
          </Button>
        );
      }
      return (
        <ButtonLink size="small" variant="quiet" href={edit.href(row)}>
          {words}
        </ButtonLink>
      );
    },
  };
}

/** A button that deletes its row. @param nameOf completes its name for screen readers */
export function deleteColumn<Row>(nameOf: (row: Row) => string, onDelete: (row: Row) => void): TableColumn<Row, never> {
  return {
    title: m.common.delete,
    role: 'action',
    cell: (row) => <DeleteButton variant="quiet" name={nameOf(row)} onClick={() => onDelete(row)} />,
  };
}

type DeleteButtonProps = {
  variant?: 'quiet';
  /** Completes its name for screen readers. */
  name?: string;
  onClick: () => void;
};

export function DeleteButton({ variant, name, onClick }: DeleteButtonProps) {
  return (
    <Button size="small" variant={variant} className="danger" onClick={onClick}>
      {m.common.delete()}
      {name && <span className="visually-hidden"> {name}</span>}
    </Button>
  );
}
