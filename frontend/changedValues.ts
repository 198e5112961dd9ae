/** What an edit is to send: of its values those that are not as it began, for what is absent keeps its value. */
export function changedValues<Values extends object>(before: Values, after: Values): Partial<Values> {
  const began = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => began.get(field) !== value),
  ) as Partial<Values>;
}
