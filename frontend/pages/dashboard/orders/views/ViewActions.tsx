import { useState } from 'react';
import type { OrderColumn } from '#contract/orders.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { SavedViewView } from '#contract/saved-views.ts';
import { succeeds } from '../../../../api/admin/failure.ts';
import { ordersTable } from '../../../../api/admin/orders.ts';
import { deleteView, editView, saveView } from '../../../../api/admin/savedViews.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { navigate } from '../../../../browser/address.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { Button } from '../../../../components/Button.tsx';
import { confirm } from '../../../../components/dialogs/confirm.ts';
import { tableAddress } from '../../table/tableAddress.ts';
import styles from './OrderViews.module.css';
import { viewAddress } from './orderViews.ts';
import { ViewDialog } from './ViewDialog.tsx';

type ViewActionsProps = {
  request: TableRequest<OrderColumn>;
  /** The query on screen. */
  requested: string;
  /** The active view, if the admin saved it. */
  own: SavedViewView | undefined;
  /** Whether no view shows what is on screen. */
  isNew: boolean;
};

/** Saves what is on screen as a view, and changes the active one. */
export function ViewActions({ request, requested, own, isNew }: ViewActionsProps) {
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const canSave = isNew && requested !== '';

  const save = async (name: string) => {
    const view = await saveView({ name, query: requested });
    navigate(viewAddress(view, request), { replace: true });
  };
  const rename = async (name: string) => {
    if (own) await editView(own, { name });
  };
  const askToRemove = async (view: SavedViewView) => {
    const text = (
      <p>
        <strong>{view.name}</strong> will be permanently deleted. Orders aren't affected.
      </p>
    );
    if (!(await confirm({ title: 'Delete this view?', text, action: 'Delete' }))) return;
    if (!(await succeeds(deleteView(view)))) return;
    // What it showed stays on screen.
    navigate(pagePatterns.orders + tableAddress(request, ordersTable.options), { replace: true });
  };

  return (
    <div className={`cluster gap-1 ${styles.actions}`}>
      {own && canSave && (
        <ActionButton size="small" action={() => succeeds(editView(own, { query: requested }))}>
          Save changes<span className="visually-hidden"> to {own.name}</span>
        </ActionButton>
      )}
      {canSave && (
        <Button size="small" variant={own ? 'quiet' : 'secondary'} onClick={() => setDialog('save')}>
          {own ? 'Save as new view' : 'Save view'}
        </Button>
      )}
      {own && (
        <>
          <Button size="small" variant="quiet" onClick={() => setDialog('rename')}>
            Rename<span className="visually-hidden"> {own.name}</span>
          </Button>
          <Button size="small" variant="quiet" onClick={() => askToRemove(own)}>
            Delete<span className="visually-hidden"> {own.name}</span>
          </Button>
        </>
      )}
      <ViewDialog
        open={dialog !== null}
        title={dialog === 'rename' ? 'Rename view' : 'Save view'}
        name={dialog === 'rename' && own ? own.name : ''}
        onSave={dialog === 'rename' ? rename : save}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}
