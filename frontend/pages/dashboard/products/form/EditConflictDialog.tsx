import { useState } from 'react';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { showFailure } from '../../../../api/errors.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { Button } from '../../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import styles from './EditConflictDialog.module.css';
import { changedFields, mergeEdits, type ProductField, productValues } from './productEdits.ts';
import type { ProductValues } from './productTypes.ts';
import { fieldName, shownValue } from './shownValue.ts';

type EditConflictDialogProps = {
  /** The product at the start of this edit. */
  before: AdminProductView;
  /** The product as someone else saved it since. */
  theirs: AdminProductView;
  mine: ProductValues;
  /** Returns to the form undecided. */
  onClose: () => void;
  onKeepTheirs: () => void;
  /** Called with the values to save: this edit alone, or both merged. */
  onSave: (values: ProductValues) => Promise<void>;
};

/** Shows what someone else changed during this edit, and asks which changes to keep. */
export function EditConflictDialog(props: EditConflictDialogProps) {
  const { before, theirs, mine, onClose, onKeepTheirs, onSave } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const changed = changedFields(productValues(before), productValues(theirs));
  const isStockOnly = changed.length === 1 && changed[0] === 'stock';
  const isPictureReplaced = before.image !== theirs.image || before.imageState !== theirs.imageState;
  const both = mergeEdits(productValues(before), productValues(theirs), mine);

  const save = async (values: ProductValues) => {
    setFailure(null);
    try {
      await onSave(values);
    } catch (error) {
      setFailure(showFailure(error));
    }
  };

  return (
    <Dialog open onClose={onClose} title={isStockOnly ? m.products.stockChanged() : m.products.someoneSaved()}>
      <p className="soft text-compact">{isStockOnly ? m.products.unsavedStock() : m.products.unsavedTheirs()}</p>
      <dl className={`stack gap-3 text-note ${styles.changes}`}>
        {changed.map((field) => (
          <Change key={field} field={field} before={before} theirs={theirs} mine={mine} />
        ))}
        {changed.length === 0 && (
          <div className="stack gap-1">
            <dt className="medium">{isPictureReplaced ? m.products.picture() : m.products.otherDetails()}</dt>
          </div>
        )}
      </dl>
      {both && <p className="soft text-compact">{m.products.keepBothExplained({ fields: changesOf(before, mine) })}</p>}
      <p className="soft text-compact">{m.products.overwriteExplained()}</p>
      <InlineError>{failure}</InlineError>
      <DialogActions>
        {both && (
          <ActionButton variant="primary" action={() => save(both)}>
            {m.products.keepBoth()}
          </ActionButton>
        )}
        <Button variant={both ? 'secondary' : 'primary'} onClick={onKeepTheirs}>
          {m.products.keepTheirs()}
        </Button>
        <ActionButton variant="danger" action={() => save(mine)}>
          {m.products.overwrite()}
        </ActionButton>
      </DialogActions>
    </Dialog>
  );
}

/** "Title, Price" */
function changesOf(before: AdminProductView, mine: ProductValues): string {
  return changedFields(productValues(before), mine).map(fieldName).join(', ');
}

type ChangeProps = Pick<EditConflictDialogProps, 'before' | 'theirs' | 'mine'> & { field: ProductField };

function Change({ field, before, theirs, mine }: ChangeProps) {
  const shown = (values: ProductValues) => shownValue(field, values, [before, theirs]);
  return (
    <div className={`stack gap-1 multiline breaks ${styles.change}`}>
      <dt className="medium">{fieldName(field)}</dt>
      <dd>
        <span className="soft">{m.products.before()}</span>
        <span>{shown(productValues(before))}</span>
      </dd>
      <dd>
        <span className="soft">{m.products.theirs()}</span>
        <ins className={`accent ${styles.theirs}`}>{shown(productValues(theirs))}</ins>
      </dd>
      <dd>
        <span className="soft">{m.products.yours()}</span>
        <span>{shown(mine)}</span>
      </dd>
    </div>
  );
}
