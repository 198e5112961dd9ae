import { createHash } from 'node:crypto';
import { type InferType, ValidationError } from 'yup';
import { addProductInput, categoryInput } from '#contract/catalogue.input.ts';
import { isId, text } from '#contract/text.ts';
import { readFields, sentencesOf } from '../../core/validation.ts';

/** A bare name, as a folder lists it: nothing that leads elsewhere. */
export function isFileName(name: string): boolean {
  return name !== '.' && name !== '..' && name.length <= 255 && /^[^/\\\p{Cc}]+$/u.test(name);
}

/** The rules of a product and of a category, as everywhere, and a picture's name if there is one. */
const lineInput = addProductInput
  .omit(['categoryId'])
  .concat(categoryInput)
  .shape({
    image: text()
      .nullable()
      .test('bare', 'Image must be a file name without a folder', (name) => !name || isFileName(name)),
  });

/** What a line of a catalogue file says of a product. `image` is the name of a picture file, if there is one. */
type CatalogueProduct = InferType<typeof lineInput>;

/** A line's fields if they break no rule, else the sentences for those that do. */
export function readProduct(fields: Record<string, unknown>): CatalogueProduct | { refusal: string } {
  try {
    return readFields(lineInput, { ...fields, categoryName: fields.category });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { refusal: [...sentencesOf(error).values()].join('; ') };
  }
}

/** The id that a line names its product by; null where it has none, or one of another system. */
export function productIdOf({ id }: Record<string, unknown>): string | null {
  return isId(id) ? id.toLowerCase() : null;
}

/**
 * Tells the lines of a file from one another: the n-th line of a category with a title and a description is the same
 * product in every import of the file. Lines that are refused count too, so that mending one changes no other's key.
 * @returns gives the key of each line in turn; null for one that has no title, description or category
 */
export function createKeys(): (fields: Record<string, unknown>) => string | null {
  const occurrences = new Map<string, number>();
  return ({ category, title, description }) => {
    if (typeof category !== 'string' || typeof title !== 'string' || typeof description !== 'string') return null;
    const identity = JSON.stringify([category.trim().toLowerCase(), title, description]);
    const hash = createHash('sha256').update(identity).digest('base64url');
    const occurrence = (occurrences.get(hash) ?? 0) + 1;
    occurrences.set(hash, occurrence);
    return `${hash}-${occurrence}`;
  };
}
