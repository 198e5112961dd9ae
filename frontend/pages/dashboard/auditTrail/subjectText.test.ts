import { expect, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import { subjectText } from './subjectText.ts';

test.each([
  ['order.shipped', 'Order 1001', 'Bestellung 1001'],
  ['tax.edited', 'VAT rates', 'MwSt.-Sätze'],
  ['product.edited', 'Order 66', 'Order 66'],
] as const)('%s of "%s" is shown as "%s" in German', (action, subjectName, text) => {
  expect(inLanguage('de', () => subjectText({ action, subjectName }))).toBe(text);
});
