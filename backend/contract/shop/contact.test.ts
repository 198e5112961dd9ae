import { expect, test } from 'vitest';
import { ValidationError } from 'yup';
import { contactInput } from './contact.input.ts';

const valid = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', message: 'Hello' };

function messages(values: object): string[] {
  try {
    contactInput.validateSync({ ...valid, ...values }, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.inner.map(({ message }) => message);
  }
}

test('accepts a complete contact form', () => {
  expect(messages({})).toEqual([]);
});

test.each([
  [{ firstName: '' }, 'First Name is required!'],
  [{ lastName: '  ' }, 'Last Name is required!'],
  [{ email: '' }, 'Email is required!'],
  [{ email: 'ada@example' }, 'Email is not valid!'],
  [{ email: 'ada@example.museum' }, 'Email is not valid!'],
  [{ message: '\n' }, 'Message is required!'],
])('a contact form with %j has one message', (values, message) => {
  expect([...new Set(messages(values))]).toEqual([message]);
});
