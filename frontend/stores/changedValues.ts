/** The values, which must be JSON, that an edit changed; the server keeps absent fields. */
export function changedValues<Values extends object>(before: object | undefined, after: Values): Partial<Values> {
  const previous = new Map(Object.entries(before ?? {}));
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(previous.get(field)) !== JSON.stringify(value)),
  ) as Partial<Values>;
}
