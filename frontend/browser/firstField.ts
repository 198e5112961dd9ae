/** The field of a dialog in which the focus starts. */
export function firstField(dialog: Element): HTMLElement | null {
  return dialog.querySelector<HTMLElement>(':is(input, select, textarea):not([hidden])');
}
