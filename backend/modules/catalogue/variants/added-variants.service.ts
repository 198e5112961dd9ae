import type { AddVariantsInput } from '#contract/catalogue/catalogue.input.ts';
import { MEGABYTE } from '#contract/catalogue/picture-limits.ts';
import { changeTranslations } from '#contract/catalogue/translations.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { copyUpload, removeUpload, type Upload, uploadKey } from '../../pictures/uploads.ts';
import { storeProduct } from '../catalogue.service.ts';
import { announceProducts, changeProduct } from '../products/product-changes.service.ts';
import { lockForEdit } from '../products/products.admin.service.ts';

/** Of all pictures of all variants: each variant owns its files. */
const PICTURE_BYTES_MAX = 500 * MEGABYTE;

/**
 * Adds variants of one family, all of them or none. Each gets the pictures. `member`, a product without a family, joins.
 * @returns their ids
 * @throws AppError tooLarge; notFound for the member, invalid if it can't join; errors of storeProduct and changeProduct
 */
export async function addVariants(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  { family, variants, member, ...shared }: AddVariantsInput,
  uploads: readonly Upload[],
): Promise<string[]> {
  const bytes = uploads.reduce((sum, upload) => sum + (upload.bytes ?? 0), 0);
  if (bytes * variants.length > PICTURE_BYTES_MAX) {
    throw new AppError('tooLarge', m.catalogue.variantPicturesTooLarge({ megabytes: PICTURE_BYTES_MAX / MEGABYTE }));
  }
  const copies: Upload[][] = [];
  try {
    for (let copied = 1; copied < variants.length; copied++) copies.push(await copyUploads(storage, uploads));
    return await em.transactional(async (em) => {
      if (member) {
        const product = await lockForEdit(em, member.id);
        if (product.family !== null || product.categoryId !== shared.categoryId)
          throw invalid({ member: m.catalogue.memberOfCategory() });
        await changeProduct(em, actor, product, { family: { name: family, options: member.options } });
        announceProducts(em, 'updated', [member.id]);
      }
      const ids: string[] = [];
      for (const [index, { options, attributes = shared.attributes, ...own }] of variants.entries()) {
        const translations = changeTranslations(changeTranslations({}, shared.translations), own.translations);
        const input = { ...shared, ...own, attributes, translations, family: { name: family, options } };
        ids.push(await storeProduct(em, actor, input, [uploads, ...copies][index] ?? []));
      }
      announceProducts(em, 'created', ids);
      return ids;
    });
  } catch (error) {
    // After any other error, they may have been committed; the clean-up removes what nothing needs.
    if (error instanceof AppError) for (const { id } of copies.flat()) await removeUpload(storage, id);
    throw error;
  }
}

async function copyUploads(storage: Storage, uploads: readonly Upload[]): Promise<Upload[]> {
  const copies: Upload[] = [];
  for (const { id, ...upload } of uploads) {
    copies.push({ ...upload, ...(await copyUpload(storage, { key: uploadKey(id), ...upload })) });
  }
  return copies;
}
