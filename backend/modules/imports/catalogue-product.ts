import { createHash } from 'node:crypto';
import { type InferType, ValidationError } from 'yup';
import { addProductInput, categoryInput } from '#contract/catalogue.input.ts';
import { isId, text } from '#contract/text.ts';
import { readFields, sentencesOf } from '../../core/validation.ts';

/** Whether a name is a bare file name without a path. */
export function isFileName(name: string): boolean {
  return name !== '.' && name !== '..' && name.length <= 255 && /^[^/\\\p{Cc}]+$/u.test(name);
}

/** The rules for products and categories in the dashboard, and the optional name of a picture. */
const lineInput = addProductInput
  .omit(['categoryId'])
  .concat(categoryInput)
  .shape({
    image: text()
      .nullable()
      .test('bare', 'Image must be a file name without a folder', (name) => !name || isFileName(name)),
  });

/** A product in a line of a catalogue file. `image` is the optional name of a picture file. */
type CatalogueProduct = InferType<typeof lineInput>;

/** The validated fields of a line, or the sentences for the invalid ones. */
export function readProduct(fields: Record<string, unknown>): CatalogueProduct | { rejection: string } {
  try {
    return readFields(lineInput, { ...fields, categoryName: fields.category });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { rejection: [...sentencesOf(error).values()].join('; ') };
  }
}

/** The product id in a line; null if it is missing or not an id of this shop. */
export function productIdOf({ id }: Record<string, unknown>): string | null {
  return isId(id) ? id.toLowerCase() : null;
}

/**
 * Creates keys that identify the lines of a file: the n-th line with the same category, title and description is the same
 * product in every import. Rejected lines count too, so that fixing one changes no other key.
 * @returns a function that takes the lines in order; it returns null without title, description or category
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
