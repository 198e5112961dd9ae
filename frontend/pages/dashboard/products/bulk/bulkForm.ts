import { ValidationError } from 'yup';
import { type BulkChange, bulkChangeInput } from '#contract/catalogue/bulk-edits.ts';
import { type BulkFieldName, bulkFieldNames } from '#contract/catalogue/product-fields.input.ts';
import { readNumber } from '#contract/values/numbers.ts';

/** The form of a bulk edit; '' changes nothing. Numbers are text. */
export type BulkForm = {
  priceBy: '' | 'percent' | 'amount';
  percent: string;
  amount: string;
  categoryId: string;
  visibility: '' | 'published' | 'unpublished';
  stockAs: '' | 'counted' | 'uncounted';
  stock: string;
} & Record<BulkFieldName, string> & { setsBrand: '' | 'value' | typeof NONE };

/** Chosen for a field to be emptied. */
export const NONE = 'none';

export const emptyForm: BulkForm = {
  priceBy: '',
  percent: '',
  amount: '',
  categoryId: '',
  visibility: '',
  stockAs: '',
  stock: '',
  setsBrand: '',
  brand: '',
  condition: '',
  taxClass: '',
  manufacturerId: '',
  responsibleId: '',
};

/** What a form changes; NaN for a number that is missing or invalid. */
export function chosenChange(form: BulkForm): BulkChange {
  const { priceBy, percent, amount, categoryId, visibility, stockAs, stock } = form;
  const number = (typed: string) => readNumber(typed) ?? Number.NaN;
  return {
    ...(priceBy === 'percent' && { percent: number(percent) }),
    ...(priceBy === 'amount' && { amount: number(amount) }),
    ...(categoryId !== '' && { categoryId }),
    ...(visibility !== '' && { isPublished: visibility === 'published' }),
    ...(stockAs !== '' && { stock: stockAs === 'counted' ? number(stock) : null }),
    ...chosenData(form),
  };
}

/** A brand is typed, all others are chosen. */
function chosenData({ setsBrand, ...form }: BulkForm): Pick<BulkChange, BulkFieldName> {
  const chosen = bulkFieldNames.flatMap((name) => {
    const choice = name === 'brand' && setsBrand !== 'value' ? setsBrand : form[name].trim();
    return choice === '' ? [] : [[name, choice === NONE ? null : choice] as const];
  });
  return Object.fromEntries(chosen);
}

/** The part of a change that is valid, for the preview. */
export function validPart(change: BulkChange): BulkChange {
  try {
    return bulkChangeInput.validateSync(change, { abortEarly: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const invalid = new Set(error.inner.map(({ path }) => path));
    return Object.fromEntries(Object.entries(change).filter(([field]) => !invalid.has(field)));
  }
}
