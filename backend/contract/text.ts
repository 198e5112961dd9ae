import * as yup from 'yup';

/** Required text. Blank text counts as missing; other text stays as typed. */
export function requiredText(missing: string) {
  return text()
    .required(missing)
    .test('present', missing, (value) => value.trim() !== '');
}

/** Text that may be empty or absent. Refuses what PostgreSQL can't store: NUL and unpaired surrogates. */
export function text() {
  return asGiven(yup.string())
    .typeError('Must be text')
    .nonNullable('Must be text')
    .test('storable', 'Contains a character that cannot be stored', (value) => {
      return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'));
    });
}

/** Turns off yup's type conversion: 5 is not text, and '5' is not a number. */
function asGiven<T extends yup.AnySchema>(schema: T): T {
  // In place, because yup's conversions refer to the original schema and not to its clones.
  return schema.withMutation((own: T) => own.clone({ coerce: false }));
}

/** For emails, usernames and category names: surrounding spaces are typos. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * A JSON number; a numeric string is refused.
 * @param missing the message for an absent value, if it differs from the one for a wrong value
 */
export function number(wrong: string, missing = wrong) {
  return asGiven(yup.number()).typeError(wrong).required(missing);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a value looks like an id of this shop (a UUID, RFC 9562), in any case. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** An id in a body, converted to lower case, because ids are compared as text. */
export function id(wrong: string) {
  return text()
    .transform((value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value))
    .required(wrong)
    .test('id', wrong, (value) => isId(value));
}
