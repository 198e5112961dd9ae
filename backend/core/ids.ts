import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): later ids sort later. Created in code, so that events can refer to new rows. */
export function newId(): string {
  return v7();
}
