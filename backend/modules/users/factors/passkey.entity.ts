import { defineEntity, p } from '@mikro-orm/core';
import { id, now } from '../../../core/database/columns.ts';
import { User } from '../accounts/user.entity.ts';

/** A public key of a user's device or password manager. */
export const Passkey = defineEntity({
  name: 'Passkey',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: p.text(),
    /** The authenticator's own id, in base64url. */
    credentialId: p.text().unique(),
    /** In COSE, in base64url. */
    publicKey: p.text(),
    /** How often it was used, by its own account; 0 if it doesn't count. */
    counter: p.bigint('number').default(0),
    /** How the browser reaches it, such as `internal` or `usb`. */
    transports: p.array().columnType('text[]').defaultRaw(`'{}'`),
    createdAt: now(),
    lastUsedAt: p.datetime().nullable(),
  },
});
