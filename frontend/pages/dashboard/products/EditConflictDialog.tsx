import { useState } from 'react';
import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { categoryNames } from '../../../api/admin/categories.ts';
import { showAdminFailure } from '../../../api/admin/failure.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/Dialog.tsx';
import { InlineError } from '../../../components/InlineError.tsx';
import styles from './EditConflictDialog.module.css';
import { changedFields, mergeEdits, type ProductField, productValues } from './productEdits.ts';

const fieldNames: Record<ProductField, string> = {
  title: 'Title',
  description: 'Description',
  categoryId: 'Category',
  price: 'Price',
};

type EditConflictDialogProps = {
  /** The product at the start of this edit. */
  before: AdminProductView;
  /** The product as someone else saved it since. */
  theirs: AdminProductView;
  mine: AddProductInput;
  /** Whether a new picture is part of this edit. */
  hasPicture: boolean;
  /** Returns to the form undecided. */
  onClose: () => void;
  onKeepTheirs: () => void;
  /** Called with the values to save: this edit alone, or both merged. */
  onSave: (values: AddProductInput) => Promise<void>;
};

/** Shows what someone else changed during this edit, and asks which changes to keep. */
export function EditConflictDialog(props: EditConflictDialogProps) {
  const { before, theirs, mine, hasPicture, onClose, onKeepTheirs, onSave } = props;
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const changed = changedFields(productValues(before), productValues(theirs));
  const isPictureReplaced = before.image !== theirs.image || before.imageState !== theirs.imageState;
  const both = hasPicture && isPictureReplaced ? null : mergeEdits(productValues(before), productValues(theirs), mine);

  const save = async (values: AddProductInput) => {
    setIsSaving(true);
    setFailure(null);
    try {
      await onSave(values);
    } catch (error) {
      setFailure(showAdminFailure(error));
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Dialog open onClose={onClose} title="Someone saved changes while you were editing">
      <p className={styles.lead}>Your changes aren't saved yet. They changed:</p>
      <dl className={styles.changes}>
        {changed.map((field) => (
          <Change key={field} field={field} before={before} theirs={theirs} mine={mine} />
        ))}
        {changed.length === 0 && (
          <div className={styles.change}>
            <dt>{isPictureReplaced ? 'Picture' : 'Other details'}</dt>
          </div>
        )}
      </dl>
      {both && (
        <p className={styles.lead}>Keep both adds your changes to theirs: {changesOf(before, mine, hasPicture)}.</p>
      )}
      <p className={styles.lead}>
        Overwrite saves all your fields{hasPicture && ' and your picture'} and discards their changes.
      </p>
      <InlineError>{failure}</InlineError>
      <DialogActions>
        {both && (
          <Button variant="primary" onClick={() => save(both)} busy={isSaving}>
            Keep both
          </Button>
        )}
        <Button variant={both ? 'secondary' : 'primary'} onClick={onKeepTheirs}>
          Keep theirs
        </Button>
        <Button variant="danger" onClick={() => save(mine)} busy={isSaving}>
          Overwrite with mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** "Title, Price, Picture" */
function changesOf(before: AdminProductView, mine: AddProductInput, hasPicture: boolean): string {
  const fields = changedFields(productValues(before), mine).map((field) => fieldNames[field]);
  return [...fields, ...(hasPicture ? ['Picture'] : [])].join(', ');
}

type ChangeProps = Pick<EditConflictDialogProps, 'before' | 'theirs' | 'mine'> & { field: ProductField };

function Change({ field, before, theirs, mine }: ChangeProps) {
  const shown = (values: AddProductInput) => {
    if (field === 'price') return formatPrice(values.price, 'EUR');
    if (field !== 'categoryId') return values[field];
    const known = [...(categoryNames.peek(null) ?? []), before.categoryId, theirs.categoryId];
    return known.find(({ _id }) => _id === values.categoryId)?.categoryName ?? values.categoryId;
  };
  return (
    <div className={styles.change}>
      <dt>{fieldNames[field]}</dt>
      <dd>
        <span className={styles.version}>Before</span>
        <span>{shown(productValues(before))}</span>
      </dd>
      <dd>
        <span className={styles.version}>Theirs</span>
        <ins className={styles.theirs}>{shown(productValues(theirs))}</ins>
      </dd>
      <dd>
        <span className={styles.version}>Yours</span>
        <span>{shown(mine)}</span>
      </dd>
    </div>
  );
}
