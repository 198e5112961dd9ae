import type Router from '@koa/router';
import { mixed, object } from 'yup';
import { IMAGE_REQUIRED, imageOrderInput } from '#contract/catalogue.input.ts';
import {
  adminOnly,
  jsonBody,
  pathId,
  requireAdmin,
  type ShopContext,
  type ShopState,
  validate,
} from '../../../core/http.ts';
import type { Lookup } from '../../../core/lookup.ts';
import type { Storage } from '../../../core/storage.ts';
import { PICTURE_NOT_FOUND } from '../../pictures/gallery.service.ts';
import { withPictureForm } from '../../pictures/picture-form.ts';
import type { Upload } from '../../pictures/uploads.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue.service.ts';
import { viewProducts } from '../products/products.admin.service.ts';
import { addImage, deleteImage, orderImages } from './product-images.service.ts';

const imageForm = object({ file: mixed<Upload>().required(IMAGE_REQUIRED) });

type Options = { storage: Storage; commentCounts: Lookup<number> };

/** The pictures of a product. */
export function addImageRoutes(router: Router<ShopState>, { storage, commentCounts }: Options): void {
  const respond = async (ctx: ShopContext, message: string, row: AdminProductRow) => {
    const [product] = await viewProducts(ctx.state.em, commentCounts, [row]);
    ctx.body = { status: 'success', message, product };
  };

  router.post('/admin/product/:id/images', adminOnly, async (ctx) => {
    const [actor, productId] = [requireAdmin(ctx), pathId(ctx.params.id, PRODUCT_NOT_FOUND)];
    await withPictureForm(ctx, storage, null, async (body) => {
      const { file } = validate(imageForm, body);
      await respond(ctx, 'Picture added', await addImage(ctx.state.em, actor, productId, file));
    });
  });

  router.put('/admin/product/:id/images', adminOnly, jsonBody, async (ctx) => {
    const [actor, productId] = [requireAdmin(ctx), pathId(ctx.params.id, PRODUCT_NOT_FOUND)];
    const { ids } = validate(imageOrderInput, ctx.request.body);
    await respond(ctx, 'Pictures reordered', await orderImages(ctx.state.em, actor, productId, ids));
  });

  router.delete('/admin/product/:id/images/:imageId', adminOnly, async (ctx) => {
    const productId = pathId(ctx.params.id, PRODUCT_NOT_FOUND);
    const imageId = pathId(ctx.params.imageId, PICTURE_NOT_FOUND);
    const product = await deleteImage(ctx.state.em, storage, requireAdmin(ctx), { productId, imageId });
    await respond(ctx, 'Picture deleted', product);
  });
}
