import type { TypeOptions } from 'react-toastify/unstyled';
import { message } from './messages.ts';

/** The library loads after the first paint, which needs no toast. */
async function library() {
  const { toast } = await import('react-toastify/unstyled');
  return toast;
}

/** Without the library the console is the only place left. */
function logFailure(cause: unknown): void {
  console.error(cause);
}

export function showToast(type: TypeOptions, sentence: string): void {
  library().then((toast) => toast(sentence, { type }), logFailure);
}

/** Shows a toast. While the one of the same id is up, it starts over instead of piling up. */
export function showOnce(type: TypeOptions, sentence: string, toastId = sentence): void {
  library().then((toast) => {
    const restart = { updateId: toastId, transition: false } as const;
    toast(sentence, { type, toastId, ...(toast.isActive(toastId) && restart) });
  }, logFailure);
}

export function dismissToasts(): void {
  library().then((toast) => toast.dismiss(), logFailure);
}

/** For an edit that would change nothing, and so was not sent. */
export function showNothingChanged(): void {
  showOnce('info', message.nothingChanged);
}
