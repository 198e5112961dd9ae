import { useMemo, useRef, useState } from 'react';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { editProduct, showProduct } from '../../../../api/admin/products.ts';
import { showNothingChanged } from '../../../../browser/toasts.ts';
import { ButtonLink } from '../../../../components/Button.tsx';
import { ProductDocuments } from '../documents/ProductDocuments.tsx';
import { ProductGallery } from '../gallery/ProductGallery.tsx';
import { PriceHistory } from '../prices/PriceHistory.tsx';
import { Variants } from '../variants/Variants.tsx';
import { EditConflictDialog } from './EditConflictDialog.tsx';
import styles from './ProductForm.module.css';
import { ProductForm } from './ProductForm.tsx';
import { changedFields, productValues } from './productEdits.ts';
import { productText } from './productText.ts';
import type { ProductValues } from './productTypes.ts';

/** An edit that the server rejected because someone else saved first. */
type Conflict = { before: AdminProductView; theirs: AdminProductView; mine: ProductValues };

/** Edits a product, and resolves conflicts with other admins' edits. */
export function EditProductForm({ product }: { product: AdminProductView }) {
  // The form starts from `base`. `latest` also has the changes made beside the form: an edit sends its version number, and is
  // skipped if nothing differs.
  const [base, setBase] = useState(product);
  const latest = useRef(product);
  /** Ends with the changes made beside the form so far. */
  const changesBeside = useRef<Promise<unknown>>(Promise.resolve());
  const values = useMemo(() => productText(base), [base]);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const startFrom = (view: AdminProductView) => {
    setBase(view);
    latest.current = view;
  };
  // Keeps what is typed. If someone else has saved too, the versions don't follow each other, and saving is a conflict. So
  // is an edit of the stock if units were sold: the form still starts from the earlier stock.
  const followChange = (change: Promise<AdminProductView | null>) => {
    const follow = (saved: AdminProductView | null) => {
      const { version, stockCount } = latest.current;
      if (saved?.version === version + 1) latest.current = { ...saved, stockCount };
    };
    changesBeside.current = Promise.allSettled([changesBeside.current, change.then(follow)]);
  };

  const save = async (from: AdminProductView, mine: ProductValues) => {
    if (changedFields(productValues(from), mine).length === 0) {
      showNothingChanged();
      setConflict(null);
      return;
    }
    const result = await editProduct(from, mine);
    const isSaved = 'saved' in result;
    setConflict(
      isSaved ? null : { before: from, theirs: result.theirs, mine: withTheirSales(from, mine, result.theirs) },
    );
    if (isSaved) startFrom(result.saved);
  };

  return (
    <div className={`stack ${styles.besides}`}>
      <ProductForm
        values={values}
        action={m.common.save()}
        onSubmit={async (mine) => {
          await changesBeside.current;
          await save(latest.current, mine);
        }}
      >
        <ButtonLink href={pagePatterns.products}>{m.admin.backToProducts()}</ButtonLink>
        <ButtonLink variant="quiet" href={pageAddress('product', { productId: product._id })}>
          {m.products.viewInStore()}
        </ButtonLink>
      </ProductForm>
      <div className="stack">
        <ProductGallery product={product} onChange={followChange} />
        <ProductDocuments product={product} onChange={followChange} />
        <PriceHistory product={product} />
        <Variants product={product} />
      </div>
      {conflict && (
        <EditConflictDialog
          before={conflict.before}
          theirs={conflict.theirs}
          mine={conflict.mine}
          onClose={() => setConflict(null)}
          onKeepTheirs={() => {
            showProduct(conflict.theirs);
            startFrom(conflict.theirs);
            setConflict(null);
          }}
          onSave={async (values) => {
            await save(conflict.theirs, values);
          }}
        />
      )}
    </div>
  );
}

/** An edit that left the stock alone doesn't undo what was sold meanwhile. */
function withTheirSales(before: AdminProductView, mine: ProductValues, theirs: AdminProductView): ProductValues {
  return mine.stock === before.stockCount ? { ...mine, stock: theirs.stockCount } : mine;
}
