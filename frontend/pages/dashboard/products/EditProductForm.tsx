import { useMemo, useState } from 'react';
import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView } from '#contract/catalogue.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import type { OnProgress } from '../../../api/upload.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { editProduct, productValues, showProduct } from '../../../stores/dashboard/productEditor.ts';
import { EditConflictDialog } from './EditConflictDialog.tsx';
import styles from './EditProductForm.module.css';
import { PictureState } from './PictureState.tsx';
import { ProductForm } from './ProductForm.tsx';

/** An edit that the server refused because somebody else had been quicker. */
type Conflict = { theirs: AdminProductView; mine: AddProductInput; file: File | null };

/** The form for a product that is there, and what comes of an edit that is no longer up to date. */
export function EditProductForm({ product }: { product: AdminProductView }) {
  // What the fields began with: what is sent is compared with it, and its version goes along.
  const [base, setBase] = useState(product);
  const values = useMemo(() => productValues(base), [base]);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const save = async (from: AdminProductView, mine: AddProductInput, file: File | null, onProgress: OnProgress) => {
    const result = await editProduct(from, mine, file, onProgress);
    setConflict(result.theirs ? { theirs: result.theirs, mine, file } : null);
    if (result.saved) setBase(result.saved);
    return result.saved !== undefined;
  };

  return (
    <>
      <div className={styles.state} role="status">
        <PictureState product={product} />
      </div>
      <ProductForm
        values={values}
        product={product}
        action="Save"
        onSubmit={(mine, file, onProgress) => save(base, mine, file, onProgress)}
      >
        <ButtonLink href={pagePatterns.products}>Back to the products</ButtonLink>
        <ButtonLink variant="quiet" href={pageAddress('product', { productId: product._id })}>
          See it in the shop
        </ButtonLink>
      </ProductForm>
      {conflict && (
        <EditConflictDialog
          before={base}
          theirs={conflict.theirs}
          mine={conflict.mine}
          hasPicture={conflict.file !== null}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            showProduct(conflict.theirs);
            setBase(conflict.theirs);
            setConflict(null);
          }}
          onSave={async (values) => {
            await save(conflict.theirs, values, conflict.file, () => undefined);
          }}
        />
      )}
    </>
  );
}
