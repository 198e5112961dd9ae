import type Router from '@koa/router';
import { mixed } from 'yup';
import { documentRequired, productDocumentInput } from '#contract/catalogue/product-documents.input.ts';
import { documentRules } from '#contract/catalogue/product-documents.ts';
import { m } from '#messages';
import type { Lookup } from '../../../core/database/lookup.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { pathId, requireCaller, type ShopState, validate } from '../../../core/http/http.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { viewProduct } from '../products/products.admin.service.ts';
import type { DocumentFile } from './document-files.ts';
import { withDocumentForm } from './document-form.ts';
import { addDocument, deleteDocument } from './product-documents.service.ts';

const api = describeCalls('Products', {
  add: {
    summary: 'Add a document to a product',
    access: 'catalogue.edit',
    quota: 'productUpload',
    form: {
      files: { file: { description: documentRules(), isRequired: true, mediaType: 'application/pdf' } },
      values: productDocumentInput,
    },
    response: 'AdminProductSaved',
    errors: ['conflict'],
  },
  delete: {
    summary: 'Delete a document of a product',
    access: 'catalogue.edit',
    response: 'AdminProductSaved',
  },
});

const documentForm = productDocumentInput.shape({ file: mixed<DocumentFile>().required(documentRequired) });

type Options = { storage: Storage; commentCounts: Lookup<number> };

/** The documents of a product. */
export function addDocumentRoutes(router: Router<ShopState>, { storage, commentCounts }: Options): void {
  router.post('/admin/product/:id/documents', api.add, async (ctx) => {
    const [actor, productId] = [requireCaller(ctx), pathId(ctx.params.id, m.catalogue.productNotFound())];
    await withDocumentForm(ctx, storage, async (body) => {
      const saved = await addDocument(ctx.state.em, actor, productId, validate(documentForm, body));
      const product = await viewProduct(ctx.state.em, commentCounts, saved);
      ctx.body = { status: 'success', message: m.productDocuments.added(), product };
    });
  });

  router.delete('/admin/product/:id/documents/:documentId', api.delete, async (ctx) => {
    const productId = pathId(ctx.params.id, m.catalogue.productNotFound());
    const documentId = pathId(ctx.params.documentId, m.productDocuments.notFound());
    const saved = await deleteDocument(ctx.state.em, storage, requireCaller(ctx), { productId, documentId });
    const product = await viewProduct(ctx.state.em, commentCounts, saved);
    ctx.body = { status: 'success', message: m.productDocuments.deleted(), product };
  });
}
