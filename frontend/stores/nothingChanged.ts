import { toast } from 'react-toastify/unstyled';
import { message } from '../messages.ts';

/** Tells, once at a time, that an edit was not sent because it would change nothing. */
export function tellNothingChanged(): void {
  toast.info(message.nothingChanged, { toastId: message.nothingChanged });
}
