/** The values that an edit changed; the server keeps absent fields. */
export function changedValues<Values extends object>(before: Values, after: Values): Partial<Values> {
  const previous = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => previous.get(field) !== value),
  ) as Partial<Values>;
}
