import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView, EditConflict } from '#contract/catalogue.ts';
import * as adminApi from '../../adminApi/catalogue.ts';
import { ApiError } from '../../api/errors.ts';
import type { OnProgress } from '../../api/upload.ts';
import { showNothingChanged, showToast } from '../../toasts.ts';
import { createEditor } from './editor.ts';
import { productsTable } from './products.ts';

const fetchProduct = async (id: string) => (await adminApi.getAdminProduct(id)).product;

/** The product that is being edited. */
export const productEditor = createEditor<AdminProductView>(fetchProduct);

/** Shows what is known of the product from elsewhere. */
export function showProduct(product: AdminProductView): void {
  productEditor.update(product);
  productsTable.update(product);
}

/** Looks how the product stands now, such as whether its picture is ready. @throws ApiError */
export async function refreshProduct(): Promise<void> {
  showProduct(await fetchProduct(productEditor.state.id));
}

/** What a form shows and sends of a product. */
export function productValues({ title, description, price, categoryId }: AdminProductView): AddProductInput {
  return { title, description, price, categoryId: categoryId._id };
}

/** What came of an edit: the product as saved, or as somebody else has saved it meanwhile; neither if nothing was sent. */
type EditResult = { saved?: AdminProductView; theirs?: AdminProductView };

/**
 * Saves an edit that began with `from`. Nothing is sent, which is told, if nothing changed and there is no new picture.
 * Nothing is changed either if the product is no longer as the edit found it.
 * @throws ApiError
 */
export async function editProduct(
  from: AdminProductView,
  values: AddProductInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<EditResult> {
  const before = productValues(from);
  if (file === null && changedFields(before, values).length === 0) {
    showNothingChanged();
    return {};
  }
  const { _id: id, image, version } = from;
  try {
    const { message: sentence, product } = await adminApi.editProduct(
      { ...values, id, image, version },
      file,
      onProgress,
    );
    showProduct(product);
    showToast('success', sentence);
    return { saved: product };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'editConflict') {
      return { theirs: (error.body as EditConflict).product };
    }
    throw error;
  }
}

export type ProductField = keyof AddProductInput;
const productFields = ['title', 'description', 'categoryId', 'price'] as const satisfies ProductField[];

/** The fields that are not the same. */
export function changedFields(before: AddProductInput, after: AddProductInput): ProductField[] {
  return productFields.filter((field) => before[field] !== after[field]);
}

/** Two edits of the same product in one; null if they are not of one mind about a field, so that one would undo the other. */
export function mergeEdits(
  before: AddProductInput,
  theirs: AddProductInput,
  mine: AddProductInput,
): AddProductInput | null {
  const changed = changedFields(before, mine);
  if (changed.some((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])) return null;
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}
