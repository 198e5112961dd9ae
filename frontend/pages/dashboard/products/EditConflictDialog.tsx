import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { FailureSentence } from '../../../components/FailureSentence.tsx';
import { categoryNames } from '../../../stores/dashboard/categoryNames.ts';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import {
  changedFields,
  mergeEdits,
  type ProductField,
  productValues,
} from '../../../stores/dashboard/productEditor.ts';
import styles from './EditConflictDialog.module.css';

const fieldNames: Record<ProductField, string> = {
  title: 'Title',
  description: 'Description',
  categoryId: 'Category',
  price: 'Price',
};

type EditConflictDialogProps = {
  /** The product as it was when this edit began. */
  before: AdminProductView;
  /** The product as somebody else has saved it since. */
  theirs: AdminProductView;
  mine: AddProductInput;
  /** Whether a new picture is part of this edit. */
  hasPicture: boolean;
  /** Called to go back to the form, with nothing decided. */
  onClose: () => void;
  onTakeTheirs: () => void;
  /** Called with what is to hold: this edit alone, or both in one. */
  onSave: (values: AddProductInput) => Promise<void>;
};

/** Shows what somebody else has changed while one was editing the same product, and asks whose edit is to hold. */
export function EditConflictDialog(props: EditConflictDialogProps) {
  const { before, theirs, mine, hasPicture, onClose, onTakeTheirs, onSave } = props;
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
    <Dialog open onClose={onClose} title="Somebody else has edited this product">
      <p className={styles.lead}>It was saved while you were editing, so yours was not. This is what they changed:</p>
      <dl className={styles.changes}>
        {changed.map((field) => (
          <Change key={field} field={field} before={before} theirs={theirs} mine={mine} />
        ))}
        {changed.length === 0 && (
          <div className={styles.change}>
            <dt>{isPictureReplaced ? 'The picture' : 'Nothing that differs from what you began with'}</dt>
          </div>
        )}
      </dl>
      {both && (
        <p className={styles.lead}>
          Keeping both saves it with what you changed: {changesOf(before, mine, hasPicture)}.
        </p>
      )}
      <p className={styles.lead}>
        Overwriting saves every field as you have it{hasPicture && ', and your picture'}: their changes are lost.
      </p>
      <FailureSentence>{failure}</FailureSentence>
      <div className={styles.actions}>
        {both && (
          <Button variant="primary" onClick={() => save(both)} busy={isSaving}>
            Keep both
          </Button>
        )}
        <Button variant={both ? 'secondary' : 'primary'} onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button variant="danger" onClick={() => save(mine)} busy={isSaving}>
          Overwrite with mine
        </Button>
      </div>
    </Dialog>
  );
}

/** "Title, Price, the picture" */
function changesOf(before: AdminProductView, mine: AddProductInput, hasPicture: boolean): string {
  const fields = changedFields(productValues(before), mine).map((field) => fieldNames[field]);
  return [...fields, ...(hasPicture ? ['the picture'] : [])].join(', ');
}

type ChangeProps = Pick<EditConflictDialogProps, 'before' | 'theirs' | 'mine'> & { field: ProductField };

function Change({ field, before, theirs, mine }: ChangeProps) {
  const { list } = useSnapshot(categoryNames);
  const shown = (values: AddProductInput) => {
    if (field === 'price') return formatPrice(values.price, 'EUR');
    if (field !== 'categoryId') return values[field];
    const known = [...(list ?? []), before.categoryId, theirs.categoryId];
    return known.find(({ _id }) => _id === values.categoryId)?.categoryName ?? values.categoryId;
  };
  return (
    <div className={styles.change}>
      <dt>{fieldNames[field]}</dt>
      <dd>
        <span className={styles.whose}>Before</span>
        <span>{shown(productValues(before))}</span>
      </dd>
      <dd>
        <span className={styles.whose}>Theirs</span>
        <ins className={styles.theirs}>{shown(productValues(theirs))}</ins>
      </dd>
      <dd>
        <span className={styles.whose}>Yours</span>
        <span>{shown(mine)}</span>
      </dd>
    </div>
  );
}
