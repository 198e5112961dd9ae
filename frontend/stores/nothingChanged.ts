import { message } from '../messages.ts';
import { tellOnce } from './tellOnce.ts';

/** Tells, once at a time, that an edit was not sent because it would change nothing. */
export function tellNothingChanged(): void {
  tellOnce('info', message.nothingChanged);
}
