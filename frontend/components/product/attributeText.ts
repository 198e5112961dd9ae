import type { ProductAttributeView } from '#contract/catalogue.ts';

/** "16 GB", "1.29 kg", "Yes": an attribute's value as shoppers read it. */
export function attributeText({ value, unit }: Pick<ProductAttributeView, 'value' | 'unit'>): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'number' ? grouped(value) : value;
  return unit === '' ? text : `${text} ${unit}`;
}

/** With as many decimals as the number has. */
function grouped(value: number): string {
  const [whole = '', ...decimals] = String(value).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}
