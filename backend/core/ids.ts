import { v7 } from 'uuid';

/** A new id: UUIDv7 (RFC 9562), so that ids made later sort later. Made in code, so that events can name what they create. */
export function newId(): string {
  return v7();
}
