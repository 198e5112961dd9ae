import { type TypeOptions, toast } from 'react-toastify/unstyled';
import { message } from './messages.ts';

/** Shows a toast. While one with the same sentence is up, it starts over instead of piling up. */
export function showOnce(type: TypeOptions, sentence: string): void {
  const restart = { updateId: sentence, transition: false } as const;
  toast(sentence, { type, toastId: sentence, ...(toast.isActive(sentence) && restart) });
}

/** For an edit that would change nothing, and so was not sent. */
export function showNothingChanged(): void {
  showOnce('info', message.nothingChanged);
}
