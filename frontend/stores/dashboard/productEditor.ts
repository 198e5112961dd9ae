import { toast } from 'react-toastify/unstyled';
import { proxy, ref } from 'valtio';
import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView, EditConflict } from '#contract/catalogue.ts';
import * as adminApi from '../../adminApi/catalogue.ts';
import { ApiError } from '../../api.ts';
import { message } from '../../messages.ts';
import type { OnProgress } from '../../upload.ts';
import { showAdminFailure } from './failure.ts';
import { productsTable } from './products.ts';

type ProductEditor = {
  id: string;
  /** As the server last told; null until it has. */
  product: ReturnType<typeof ref<AdminProductView>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
  /** Whether the server knows no such product. */
  isMissing: boolean;
};

/** The product that is being edited. */
export const productEditor = proxy<ProductEditor>({
  id: '',
  product: null,
  loading: false,
  error: null,
  isMissing: false,
});

/** Turns to a product and fetches it: an edit begins with what is true now. A late answer for another one is dropped. */
export async function openProduct(id: string): Promise<void> {
  Object.assign(productEditor, { id, product: null, loading: true, error: null, isMissing: false });
  try {
    const { product } = await adminApi.getAdminProduct(id);
    if (productEditor.id === id) productEditor.product = ref(product);
  } catch (error) {
    if (productEditor.id !== id) return;
    if (error instanceof ApiError && error.httpStatus === 404) productEditor.isMissing = true;
    else productEditor.error = showAdminFailure(error);
  } finally {
    if (productEditor.id === id) productEditor.loading = false;
  }
}

/** Shows what is known of the product from elsewhere. */
export function showProduct(product: AdminProductView): void {
  if (productEditor.id === product._id) productEditor.product = ref(product);
  productsTable.update(product);
}

/** Looks how the product stands now, such as whether its picture is ready. @returns whether it could be asked */
export async function refreshProduct(): Promise<boolean> {
  try {
    const { product } = await adminApi.getAdminProduct(productEditor.id);
    showProduct(product);
    return true;
  } catch (error) {
    showAdminFailure(error);
    return false;
  }
}

/** What a form shows and sends of a product. */
export function productValues({ title, description, price, categoryId }: AdminProductView): AddProductInput {
  return { title, description, price, categoryId: categoryId._id };
}

/** What came of an edit: the product as saved, or as somebody else has saved it meanwhile; neither if nothing was sent. */
export type EditResult = { saved?: AdminProductView; theirs?: AdminProductView };

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
    toast.info(message.nothingChanged);
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
    toast.success(sentence);
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
