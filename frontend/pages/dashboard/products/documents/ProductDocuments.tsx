import { useId, useState } from 'react';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { PRODUCT_DOCUMENTS_MAX, type ProductDocumentView } from '#contract/catalogue/product-documents.ts';
import { m } from '#messages';
import { deleteDocument } from '../../../../api/admin/productDocuments.ts';
import { confirm } from '../../../../components/dialogs/confirm.ts';
import { IconButton } from '../../../../components/IconButton.tsx';
import { REMOVE } from '../../../../components/laterIcons.ts';
import { Panel } from '../../../../components/Panel.tsx';
import { documentText } from '../../../../components/product/documentText.ts';
import { DocumentForm } from './DocumentForm.tsx';

type ProductDocumentsProps = {
  product: AdminProductView;
  /** Called with each change made here; it ends with the saved product, or with null after a failure. */
  onChange: (change: Promise<AdminProductView | null>) => void;
};

/** The documents that shoppers download from a product's page. Each change is saved at once. */
export function ProductDocuments({ product, onChange }: ProductDocumentsProps) {
  const { _id: productId, documents } = product;
  const headingId = useId();
  const [deleting, setDeleting] = useState<string | null>(null);

  const remove = async ({ _id, title }: ProductDocumentView) => {
    const text = <p className="breaks">{m.productDocuments.willBeDeleted({ title })}</p>;
    if (!(await confirm({ title: m.productDocuments.deleteTitle(), text, action: m.common.delete() }))) return;
    setDeleting(_id);
    const change = deleteDocument(productId, _id);
    onChange(change);
    await change;
    setDeleting(null);
  };

  return (
    // Takes the focus when the pressed button disappears.
    <Panel className="stack padded" aria-labelledby={headingId} tabIndex={-1}>
      <header className="row baseline spread">
        <h2 id={headingId} className="text-lead">
          {m.productDocuments.documents()}
        </h2>
        <p className="soft text-note">
          {m.productDocuments.counted({ count: documents.length, max: PRODUCT_DOCUMENTS_MAX })}
        </p>
      </header>
      <p className="soft text-note">{m.productDocuments.lead()}</p>
      {documents.length > 0 && (
        <ul className="divided">
          {documents.map((document) => (
            <li key={document._id} className="row" aria-busy={deleting === document._id || undefined}>
              <p className="grow">
                <a href={document.url} className="quiet-link medium breaks" lang={document.language}>
                  {document.title}
                </a>
                <br />
                <span className="soft text-note">{documentText(document)}</span>
              </p>
              <IconButton
                icon={REMOVE}
                iconSize={18}
                label={m.productDocuments.deleteNamed({ title: document.title })}
                title={m.common.delete()}
                onClick={() => void remove(document)}
              />
            </li>
          ))}
        </ul>
      )}
      {documents.length < PRODUCT_DOCUMENTS_MAX ? (
        <DocumentForm productId={productId} onChange={onChange} />
      ) : (
        <p className="soft text-note">{m.productDocuments.deleteToAdd()}</p>
      )}
    </Panel>
  );
}
