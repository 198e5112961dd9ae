import { expect, test } from 'vitest';
import { ObjectSchema, ValidationError } from 'yup';
import { inLanguage } from '#messages/context.ts';
import { readFields } from '../core/http/validation.ts';
import * as attributes from './catalogue/attributes.input.ts';
import * as bulkEdits from './catalogue/bulk-edits.ts';
import * as catalogue from './catalogue/catalogue.input.ts';
import * as comments from './comments/comments.input.ts';
import * as ratings from './comments/ratings.input.ts';
import * as delivery from './orders/delivery.input.ts';
import * as discounts from './orders/discounts.input.ts';
import * as orders from './orders/orders.input.ts';
import * as payments from './orders/payments.input.ts';
import * as contact from './shop/contact.input.ts';
import * as settings from './shop/settings.input.ts';
import * as factors from './users/factors.input.ts';
import * as savedViews from './users/saved-views.input.ts';
import * as users from './users/users.input.ts';

const modules = {
  attributes,
  bulkEdits,
  catalogue,
  comments,
  contact,
  delivery,
  discounts,
  factors,
  orders,
  payments,
  ratings,
  savedViews,
  settings,
  users,
};
const inputs = Object.values(modules).flatMap((module) =>
  Object.entries<unknown>(module).filter(([, input]) => input instanceof ObjectSchema),
) as [string, ObjectSchema<object>][];

const wrongs: unknown[] = [
  null,
  true,
  5,
  'x',
  [],
  {},
  { toString: 'x', valueOf: null },
  [null],
  [5],
  ['x'],
  [{}],
  [[]],
];

function sentences(input: ObjectSchema<object>, body: object): string[] {
  try {
    readFields(input, body);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.inner.map(({ message }) => message);
  }
}

test.each(inputs)('%s rejects values of any type with readable sentences', (_name, input) => {
  for (const field of Object.keys(input.fields)) {
    for (const wrong of wrongs) {
      // The library's own messages begin with the field's name.
      for (const sentence of sentences(input, { [field]: wrong })) expect(sentence).toMatch(/^(?:[A-Z]|'Guest')/);
    }
  }
});

test.each(inputs)('all sentences of %s are messages', (_name, input) => {
  for (const field of Object.keys(input.fields)) {
    for (const wrong of wrongs) {
      const written = inLanguage('en-XA', () => sentences(input, { [field]: wrong }));
      // Words of that language grow.
      for (const sentence of written) expect(sentence).toContain('~');
    }
  }
});

test('null counts as missing in a required field, and as a wrong type elsewhere', () => {
  expect(sentences(users.loginInput, { email: null, password: null })).toEqual([
    'Email is required',
    'Password is required',
  ]);
  expect(sentences(users.editUserInput, { firstName: null })).toEqual(['Must be text']);
});
