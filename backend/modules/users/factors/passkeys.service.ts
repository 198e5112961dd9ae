import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { NewPasskeyInput } from '#contract/users/factors.input.ts';
import { PASSKEYS_MAX, type PasskeyOptions } from '#contract/users/factors.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { db } from '../accounts/users.tables.ts';
import { newChallenge, takeChallenge } from './challenges.service.ts';
import type { FactorSettings } from './factor-settings.ts';

/** Loaded by the first call that needs it: few shoppers have a passkey. */
const library = () => import('@simplewebauthn/server');

/** The host that passkeys belong to: https://www.w3.org/TR/webauthn-3/#relying-party-identifier */
function relyingParty({ publicUrl }: FactorSettings): string {
  return new URL(publicUrl).hostname;
}

/** What a browser must have signed. */
function expected(settings: FactorSettings, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: settings.publicUrl,
    expectedRPID: relyingParty(settings),
  };
}

/** EdDSA, ES256 and RS256, which cover all authenticators: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const ALGORITHMS = [-8, -7, -257];

/** At most 1,023 bytes in base64url: https://www.w3.org/TR/webauthn-3/#credential-id */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;

/** https://www.w3.org/TR/webauthn-3/#enum-transport */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** The library returns the transports as the browser sent them. */
function knownTransports(given: unknown): string[] {
  return Array.isArray(given) ? TRANSPORTS.filter((transport) => given.includes(transport)) : [];
}

type Owner = { userId: string; username: string; email: string };

/** What the browser needs to create a passkey. @throws AppError conflict if the user has too many */
export async function beginPasskey(em: EntityManager, settings: FactorSettings, owner: Owner): Promise<PasskeyOptions> {
  const existing = await credentialsOf(em, owner.userId);
  if (existing.length >= PASSKEYS_MAX) throw new AppError('conflict', m.users.tooManyPasskeys({ max: PASSKEYS_MAX }));
  const { generateRegistrationOptions } = await library();
  const challenge = await newChallenge(em, 'newPasskey', owner.userId);
  return {
    ...(await generateRegistrationOptions({
      rpName: await settings.readShopName(em),
      rpID: relyingParty(settings),
      userID: new TextEncoder().encode(owner.userId),
      userName: owner.email,
      userDisplayName: owner.username,
      challenge: bytesOf(challenge),
      excludeCredentials: existing,
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })),
  };
}

/** Adds a passkey that the browser has created. @throws AppError invalid; conflict if it was added before */
export async function addPasskey(
  em: EntityManager,
  settings: FactorSettings,
  userId: string,
  { challenge, name, passkey }: NewPasskeyInput,
): Promise<void> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkey as RegistrationResponseJSON,
    ...expected(settings, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(refuse);
  const isCurrent = await takeChallenge(em, 'newPasskey', challenge, userId);
  if (registrationInfo === undefined || !isCurrent) throw invalid({ passkey: m.users.wrongPasskey() });
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  if (!CREDENTIAL_ID.test(credentialId)) throw invalid({ passkey: m.users.wrongPasskey() });
  const added = await db(em)
    .insertInto('passkey')
    .values({
      id: newId(),
      userId,
      name,
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: knownTransports(registrationInfo.credential.transports),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) throw new AppError('conflict', m.users.passkeyAddedBefore());
}

/**
 * What the browser needs to sign a challenge with a passkey.
 * @param userId null to let any passkey of this shop say who logs in
 */
export async function passkeyRequest(
  em: EntityManager,
  settings: FactorSettings,
  { challenge, userId }: { challenge: string; userId: string | null },
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(settings),
    challenge: bytesOf(challenge),
    allowCredentials: userId === null ? [] : await credentialsOf(em, userId),
    userVerification: userId === null ? 'required' : 'preferred',
  });
  return { ...options };
}

type SignedChallenge = { challenge: string; passkey: { id?: unknown }; userId: string | null };

/**
 * Checks that a passkey has signed a challenge. Alone it must also verify its user, by a PIN or a fingerprint.
 * @param userId null if the passkey alone says who logs in
 * @returns its user
 * @throws AppError invalid
 */
export async function acceptPasskey(
  em: EntityManager,
  settings: FactorSettings,
  { challenge, passkey, userId }: SignedChallenge,
): Promise<string> {
  const known = await findPasskey(em, passkey.id);
  if (known === undefined || (userId !== null && known.userId !== userId))
    throw invalid({ passkey: m.users.wrongPasskey() });
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: passkey as AuthenticationResponseJSON,
    ...expected(settings, challenge),
    credential: {
      id: known.credentialId,
      publicKey: bytesOf(known.publicKey),
      counter: known.counter,
      transports: known.transports,
    },
    requireUserVerification: userId === null,
  }).catch(refuse);
  const used = await db(em)
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: sql`now()` })
    .where('id', '=', known.id)
    .returning('userId')
    .executeTakeFirst();
  if (!verified || used === undefined) throw invalid({ passkey: m.users.wrongPasskey() });
  return used.userId;
}

async function findPasskey(em: EntityManager, credentialId: unknown) {
  if (typeof credentialId !== 'string' || !CREDENTIAL_ID.test(credentialId)) return undefined;
  return db(em).selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
}

/** The library throws for every response that it doesn't accept. */
function refuse(cause: unknown): never {
  throw invalid({ passkey: m.users.wrongPasskey() }, cause);
}

function credentialsOf(em: EntityManager, userId: string) {
  return db(em)
    .selectFrom('passkey')
    .select(['credentialId as id', 'transports'])
    .where('userId', '=', userId)
    .execute();
}

/** @returns whether the user had this passkey */
export async function removePasskey(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const removed = await db(em)
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
