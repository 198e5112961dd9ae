import type { ProductAttributeView } from '#contract/catalogue.ts';
import { decimalText } from '#contract/numbers.ts';

/** "16 GB", "1.29 kg", "Yes": an attribute's value as shoppers read it. */
export function attributeText({ value, unit }: Pick<ProductAttributeView, 'value' | 'unit'>): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'number' ? attributeNumber(value, unit) : value;
  return unit === '' ? text : `${text} ${unit}`;
}

/** "1,000", with as many decimals as the number has. Without a unit, "2024": it may be a year or a model. */
export function attributeNumber(value: number, unit: string): string {
  const text = decimalText(value);
  if (unit === '') return text;
  const [whole = '', ...decimals] = text.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}
