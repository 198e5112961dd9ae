import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { type BulkChange, bulkChangeInput } from '#contract/catalogue/bulk-edits.ts';
import type { AdminProductView, ProductColumn } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { editProducts, type UndoableEdit } from '../../../../api/admin/bulkEdits.ts';
import { useCategoryNames } from '../../../../api/admin/categories.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { errorMessage, fieldErrors } from '../../../../api/errors.ts';
import { Button } from '../../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import { Form } from '../../../../components/forms/Form.tsx';
import { showFormFailure } from '../../../../components/forms/submit.ts';
import type { Selection } from '../../table/useSelection.ts';
import type { TableView } from '../../table/useTable.ts';
import { BulkFields } from './BulkFields.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { type BulkForm, chosenChange, emptyForm, validPart } from './bulkForm.ts';
import { previewOf, refusalOf } from './bulkPreview.ts';

type BulkEditProps = {
  /** Called with what can be undone; null if nothing changed. */
  onSaved: (edit: UndoableEdit | null) => void;
  onClose: () => void;
};

type BulkEditDialogProps = BulkEditProps & {
  /** The products to edit; null while the dialog is closed. */
  selection: Selection<AdminProductView> | null;
  view: TableView<AdminProductView, ProductColumn>;
};

/** Edits the selected products as the table shows them: a refresh updates them, or drops those that it no longer shows. */
export function BulkEditDialog({ selection, view, ...props }: BulkEditDialogProps) {
  const products = selection && view.rows ? view.rows.filter(selection.has) : [];
  const title = m.products.bulkTitle({ count: products.length });
  return (
    <Dialog open={selection !== null} shape="wide" title={title} onClose={props.onClose}>
      <BulkEditForm {...props} products={products} request={view.request} />
    </Dialog>
  );
}

type BulkEditFormProps = BulkEditProps & {
  products: readonly AdminProductView[];
  request: TableRequest<ProductColumn>;
};

/** Chooses the changes of many products above their preview. Saving requires that the preview is current. */
function BulkEditForm({ products, request, onSaved, onClose }: BulkEditFormProps) {
  const form = useForm<BulkForm, unknown, BulkChange>({ resolver, defaultValues: emptyForm });
  const { isSubmitting, isSubmitted } = form.formState;
  const { data: categories } = useCategoryNames();
  const [failure, setFailure] = useState<string | null>(null);

  const chosen = chosenChange(form.watch());
  const nameOf = (id: string) => categories?.find(({ _id }) => _id === id)?.categoryName ?? '…';
  const valid = validPart(chosen);
  const previews = products.map((product) => previewOf(product, valid, nameOf));
  const refusal = refusalOf(previews);
  const isComplete = Object.keys(valid).length === Object.keys(chosen).length;
  const isUnchanged = isComplete && previews.every(({ changes }) => changes.length === 0);

  const send = async (change: BulkChange) => {
    setFailure(null);
    if (refusal !== null || isUnchanged) return;
    try {
      onSaved(await editProducts(request, products, change));
    } catch (error) {
      showFormFailure(form, error);
      if (fieldErrors(error).categoryId === undefined) setFailure(errorMessage(error));
    }
  };

  return (
    <Form onSubmit={form.handleSubmit(send)}>
      <BulkFields form={form} />
      <BulkPreview previews={previews} />
      <DialogActions>
        <InlineError>
          {refusal ?? failure ?? (isSubmitted && isUnchanged ? m.feedback.nothingChanged() : null)}
        </InlineError>
        <Button onClick={onClose}>{m.common.cancel()}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {m.common.save()}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** The rules of a bulk edit, applied to a form of text: yup's types cover only the output. */
const resolver = yupResolver(bulkChangeInput.transform(chosenChange)) as unknown as Resolver<
  BulkForm,
  unknown,
  BulkChange
>;
