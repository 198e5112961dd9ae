import { type TypeOptions, toast } from 'react-toastify/unstyled';

/** Tells a sentence in a toast. While it is shown it begins anew: a second one would tell nothing more. */
export function tellOnce(type: TypeOptions, sentence: string): void {
  const anew = { updateId: sentence, transition: false } as const;
  toast(sentence, { type, toastId: sentence, ...(toast.isActive(sentence) && anew) });
}
