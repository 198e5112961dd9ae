import type { EntityManager } from '../../../core/database/db.ts';
import type { SecretBox } from '../../../core/process/secret-box.ts';

/** What second factors depend on, besides the account. */
export type FactorSettings = {
  /** Passkeys belong to this address. */
  publicUrl: string;
  /** Reads what authenticator apps and browsers show. */
  readShopName: (em: EntityManager) => Promise<string>;
  secrets: SecretBox;
};
