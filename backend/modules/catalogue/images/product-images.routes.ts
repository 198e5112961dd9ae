import type Router from '@koa/router';
import { mixed, object } from 'yup';
import { imageOrderInput, imageRequired } from '#contract/catalogue/catalogue.input.ts';
import { imageRules } from '#contract/catalogue/picture-limits.ts';
import type { Responses } from '#contract/responses.ts';
import { m } from '#messages';
import type { Lookup } from '../../../core/database/lookup.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { pathId, requireCaller, type ShopContext, type ShopState, validate } from '../../../core/http/http.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { withPictureForm } from '../../pictures/picture-form.ts';
import type { Upload } from '../../pictures/uploads.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';
import { viewProduct } from '../products/products.admin.service.ts';
import { addImage, deleteImage, orderImages } from './product-images.service.ts';

const api = describeCalls('Products', {
  add: {
    summary: 'Add a picture to a product',
    access: 'catalogue.edit',
    quota: 'productUpload',
    form: { files: { file: { description: imageRules(), isRequired: true } } },
    response: 'AdminProductSaved',
    errors: ['conflict'],
  },
  order: {
    summary: 'Reorder the pictures of a product',
    access: 'catalogue.edit',
    body: imageOrderInput,
    response: 'AdminProductSaved',
  },
  delete: {
    summary: 'Delete a picture of a product',
    access: 'catalogue.edit',
    response: 'AdminProductSaved',
    errors: ['conflict'],
  },
});

const imageForm = object({ file: mixed<Upload>().required(imageRequired) });

type Options = { storage: Storage; commentCounts: Lookup<number> };

/** The pictures of a product. */
export function addImageRoutes(router: Router<ShopState>, { storage, commentCounts }: Options): void {
  const respond = async (ctx: ShopContext, message: string, row: AdminProductRow) => {
    const product = await viewProduct(ctx.state.em, commentCounts, row);
    ctx.body = { status: 'success', message, product } satisfies Responses['AdminProductSaved'];
  };

  router.post('/admin/product/:id/images', api.add, async (ctx) => {
    const [actor, productId] = [requireCaller(ctx), pathId(ctx.params.id, m.catalogue.productNotFound())];
    await withPictureForm(ctx, storage, null, async (body) => {
      const { file } = validate(imageForm, body);
      await respond(ctx, m.catalogue.pictureAdded(), await addImage(ctx.state.em, actor, productId, file));
    });
  });

  router.put('/admin/product/:id/images', api.order, async (ctx) => {
    const [actor, productId] = [requireCaller(ctx), pathId(ctx.params.id, m.catalogue.productNotFound())];
    const { ids } = ctx.state.input;
    await respond(ctx, m.catalogue.picturesReordered(), await orderImages(ctx.state.em, actor, productId, ids));
  });

  router.delete('/admin/product/:id/images/:imageId', api.delete, async (ctx) => {
    const productId = pathId(ctx.params.id, m.catalogue.productNotFound());
    const imageId = pathId(ctx.params.imageId, m.pictures.notFound());
    const product = await deleteImage(ctx.state.em, storage, requireCaller(ctx), { productId, imageId });
    await respond(ctx, m.catalogue.pictureDeleted(), product);
  });
}
