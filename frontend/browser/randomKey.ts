/** A random idempotency key. Not from `crypto.randomUUID`, which browsers lack where the shop has no https. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
