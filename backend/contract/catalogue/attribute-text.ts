import { currentLanguage, m } from '#messages';
import { decimalText } from '../values/numbers.ts';
import type { AttributeValue } from './catalogue.ts';

/** Translates a short word of the catalogue. */
type Translate = (text: string) => string;

/** "16 GB", "2 TB", "1.29 kg", "Yes": an attribute's value as shoppers read it. */
export function attributeText(
  { value, unit }: { value: AttributeValue; unit: string },
  translate: Translate = (text) => text,
): string {
  if (typeof value === 'boolean') return value ? m.common.yes() : m.common.no();
  const measure = typeof value === 'number' ? usualNumber(value, unit) : { text: translate(value), unit };
  return withUnit({ ...measure, unit: translate(measure.unit) });
}

/** "4 to 64 GB", "512 GB to 2 TB": two numbers of an attribute. */
export function attributeRangeText(min: number, max: number, unit: string): string {
  const [from, to] = [usualNumber(min, unit), usualNumber(max, unit)];
  return m.fields.range({ from: from.unit === to.unit ? from.text : withUnit(from), to: withUnit(to) });
}

type Measure = { text: string; unit: string };

function withUnit({ text, unit }: Measure): string {
  return unit === '' ? text : `${text} ${unit}`;
}

/** What people write instead of a thousand of a unit. */
const LARGER_UNITS: Readonly<Record<string, string>> = { MB: 'GB', GB: 'TB' };
/** How many there are in the larger one: by the rules of memory, and by those of drives. */
const SIZES = [1024, 1000] as const;

/** A number in the unit that people use: 2 TB for 2,000 GB. */
function usualNumber(value: number, unit: string): Measure {
  const larger = LARGER_UNITS[unit];
  const size = SIZES.find((size) => value >= size && (10 * value) % size === 0);
  if (larger !== undefined && size !== undefined) return usualNumber(value / size, larger);
  return { text: numberText(value, unit), unit };
}

/** "1,000", with as many decimals as the number has. Without a unit, "2024": it may be a year or a model. */
function numberText(value: number, unit: string): string {
  const { group, decimal } = currentLanguage();
  const [whole = '', ...decimals] = decimalText(value).split('.');
  return [unit === '' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group), ...decimals].join(decimal);
}

/** What shoppers read of a value. The previous release sends no label. */
export function labelOf({ label, ...attribute }: { value: AttributeValue; unit: string; label?: string }): string {
  return label ?? attributeText(attribute);
}
