import type { SecondFactorInput } from '#contract/users/factors.input.ts';
import type { SecondFactor } from '#contract/users/factors.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import { acceptCode } from './authenticator-app.service.ts';
import type { FactorSettings } from './factor-settings.ts';
import { acceptPasskey } from './passkeys.service.ts';
import { acceptRecoveryCode } from './recovery-codes.service.ts';

type Proof = SecondFactorInput & { userId: string };

/** Uses up the second factor that a request gives. @returns which one it was. @throws AppError invalid */
export async function acceptProof(em: EntityManager, settings: FactorSettings, proof: Proof): Promise<SecondFactor> {
  const { userId, challenge, code, recoveryCode, passkey } = proof;
  if (passkey) {
    await acceptPasskey(em, settings, { challenge, passkey, userId });
    return 'passkey';
  }
  if (recoveryCode) {
    await acceptRecoveryCode(em, userId, recoveryCode);
    return 'recoveryCode';
  }
  if (!code) throw invalid({ code: m.users.wrongCode() });
  await acceptCode(em, settings.secrets, { userId, code });
  return 'code';
}
