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
import { changedFields, type ProductField, productValues } from '../../../stores/dashboard/productEditor.ts';
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
  onOverwrite: () => Promise<void>;
};

/** Shows what somebody else has changed while one was editing the same product, and asks whose edit is to hold. */
export function EditConflictDialog(props: EditConflictDialogProps) {
  const { before, theirs, mine, hasPicture, onClose, onTakeTheirs, onOverwrite } = props;
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const changed = changedFields(productValues(before), productValues(theirs));
  const isPictureReplaced = before.image !== theirs.image || before.imageState !== theirs.imageState;

  const overwrite = async () => {
    setIsSaving(true);
    setFailure(null);
    try {
      await onOverwrite();
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
      <p className={styles.lead}>
        Overwriting saves every field as you have it{hasPicture && ', and your picture'}: their changes are lost.
      </p>
      <FailureSentence>{failure}</FailureSentence>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button variant="danger" onClick={overwrite} busy={isSaving}>
          Overwrite with mine
        </Button>
      </div>
    </Dialog>
  );
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
