import { firstField } from './firstField.ts';

/** The control that had the focus last, apart from those of dialogs, which return it to their opener. */
let control: Element | null = null;

/** Where it was: each ancestor, with the position of the child that leads to it. From the inside out. */
let places: { parent: Element; index: number }[] = [];

/** What has the focus, or had it until it disappeared. */
let focused: Element | null = null;

/** Keeps the place of keyboard users whose control disappears, moves or was what opened a dialog; in a dialog, its start. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => follow(target));
  // What got the focus before this code was loaded.
  follow(document.activeElement);
  document.addEventListener('pointerdown', forgetElsewhere, { capture: true });
  document.addEventListener('close', restore, { capture: true });
  new MutationObserver((changes) => {
    const isRemoved = changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(focused)));
    // A panel also disappears while the focus moves out of it.
    if (isRemoved) setTimeout(restore);
  }).observe(document.body, { childList: true, subtree: true });
}

function follow(target: EventTarget | null): void {
  focused = target instanceof Element ? target : null;
  if (focused?.closest('dialog') === null) remember(focused);
}

function remember(element: Element): void {
  control = element;
  places = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
}

/** Whoever presses elsewhere takes the focus away on purpose. */
function forgetElsewhere({ target }: PointerEvent): void {
  if (target instanceof Element && target.closest('dialog') === null && !control?.contains(target)) control = null;
}

function restore(): void {
  if (document.activeElement !== document.body) return;
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  // What lies below a dialog can't have the focus.
  if (dialog) (firstField(dialog) ?? dialog.querySelector('button'))?.focus();
  else if (control !== null) {
    const next = control.isConnected ? control : nextControl();
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
}

/** The control in the same place of a table, else one beside the lost one, else the part of the page around it. */
function nextControl(): Element | null {
  const level = places.findIndex(({ parent }) => parent.isConnected);
  const { parent, index } = places[level] ?? { parent: document.body, index: 0 };
  if (parent.matches('tbody')) {
    const row = parent.children[index] ?? parent.lastElementChild;
    const inCell = row?.children[places[level - 1]?.index ?? 0]?.querySelector('a, button, input');
    if (inCell) return inCell;
  }
  const around = parent.closest('[tabindex="-1"]');
  const beside = level === 0 || around === null ? parent.querySelector(':scope > :is(a, button)') : null;
  // The heading says more than the whole page would.
  return beside ?? (around?.matches('main') ? (around.querySelector('h1') ?? around) : around);
}
