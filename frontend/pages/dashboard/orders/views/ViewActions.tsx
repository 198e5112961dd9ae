import { useState } from 'react';
import type { OrderColumn } from '#contract/orders/orders.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import type { SavedViewView } from '#contract/users/saved-views.ts';
import { m } from '#messages';
import { succeeds } from '../../../../api/admin/failure.ts';
import { ordersTable } from '../../../../api/admin/orders.ts';
import { deleteView, editView, saveView } from '../../../../api/admin/savedViews.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { navigate } from '../../../../browser/address.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { Button } from '../../../../components/Button.tsx';
import { confirm } from '../../../../components/dialogs/confirm.ts';
import { hidden, Sentence } from '../../../../components/Sentence.tsx';
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
        <Sentence
          of={m.adminOrders.deleteViewText({ name: view.name })}
          parts={{ strong: (text) => <strong>{text}</strong> }}
        />
      </p>
    );
    const isConfirmed = await confirm({ title: m.adminOrders.deleteViewTitle(), text, action: m.common.delete() });
    if (!isConfirmed) return;
    if (!(await succeeds(deleteView(view)))) return;
    // What it showed stays on screen.
    navigate(pagePatterns.orders + tableAddress(request, ordersTable.options), { replace: true });
  };

  return (
    <div className={`cluster gap-1 ${styles.actions}`}>
      {own && canSave && (
        <ActionButton size="small" action={() => succeeds(editView(own, { query: requested }))}>
          <Sentence of={m.adminOrders.saveChangesTo({ name: own.name })} parts={{ hidden }} />
        </ActionButton>
      )}
      {canSave && (
        <Button size="small" variant={own ? 'quiet' : 'secondary'} onClick={() => setDialog('save')}>
          {own ? m.adminOrders.saveAsNewView() : m.adminOrders.saveView()}
        </Button>
      )}
      {own && (
        <>
          <Button size="small" variant="quiet" onClick={() => setDialog('rename')}>
            <Sentence of={m.adminOrders.rename({ name: own.name })} parts={{ hidden }} />
          </Button>
          <Button size="small" variant="quiet" onClick={() => askToRemove(own)}>
            <Sentence of={m.adminOrders.deleteView({ name: own.name })} parts={{ hidden }} />
          </Button>
        </>
      )}
      <ViewDialog
        open={dialog !== null}
        title={dialog === 'rename' ? m.adminOrders.renameView() : m.adminOrders.saveView()}
        name={dialog === 'rename' && own ? own.name : ''}
        onSave={dialog === 'rename' ? rename : save}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}
