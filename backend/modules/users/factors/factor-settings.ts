import type { SecretBox } from '../../../core/process/secret-box.ts';

/** What second factors depend on, besides the account. */
export type FactorSettings = {
  /** Passkeys belong to this address. */
  publicUrl: string;
  /** Shown by authenticator apps and browsers. */
  shopName: string;
  secrets: SecretBox;
};
