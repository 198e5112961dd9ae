import type { TypeOptions } from 'react-toastify/unstyled';
import { m } from '#messages';

/** Loaded after the first paint, which needs no toast. */
async function library() {
  const { toast } = await import('react-toastify/unstyled');
  return toast;
}

/** Logs the error: without the library no toast can show it. */
function logFailure(cause: unknown): void {
  console.error(cause);
}

export function showToast(type: TypeOptions, text: string): void {
  library().then((toast) => toast(text, { type }), logFailure);
}

/** Shows a toast. A visible toast with the same id restarts instead of stacking. */
export function showOnce(type: TypeOptions, text: string, toastId = text): void {
  library().then((toast) => {
    const restart = { updateId: toastId, transition: false } as const;
    toast(text, { type, toastId, ...(toast.isActive(toastId) && restart) });
  }, logFailure);
}

export function dismissToasts(): void {
  library().then((toast) => toast.dismiss(), logFailure);
}

/** For an edit that changes nothing and is not sent. */
export function showNothingChanged(): void {
  showOnce('info', m.feedback.nothingChanged());
}
