import * as yup from 'yup';

/** Required text of a form or a body. White space alone counts as missing; what is there is kept as typed. */
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

/** Without yup's own reading of a value: 5 is no text, and '5' no number. */
function asGiven<T extends yup.AnySchema>(schema: T): T {
  // In place: yup's readings ask the schema that they were made with, and not its clones.
  return schema.withMutation((own: T) => own.clone({ coerce: false }));
}

/** For emails, usernames and category names, which are compared: space around them is never meant. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * A number that really is one in the JSON, never a string that looks like it.
 * @param missing said where there is none at all, if that is not the same as a wrong one
 */
export function number(wrong: string, missing = wrong) {
  return asGiven(yup.number()).typeError(wrong).required(missing);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id of this shop (a UUID, RFC 9562), in whatever case. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** An id in a body, in lower case as the shop writes it: ids are compared as texts. */
export function id(wrong: string) {
  return text()
    .transform((value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value))
    .required(wrong)
    .test('id', wrong, (value) => isId(value));
}
