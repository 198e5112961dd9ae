import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Call, LoggedIn } from './api.ts';

/** An authenticator app on a phone whose clock is `drift` milliseconds off. */
export function codeOf(secret: string, drift = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + drift });
}

/** The time that a code is valid for, in milliseconds. */
export const STEP = 30_000;

/** Turns on two-step login by an app. @returns the app's secret and the recovery codes */
export async function addApp(call: Call, { token }: Pick<LoggedIn, 'token'>) {
  const { body } = await call('POST', '/user/factors/app', { token });
  const { status, body: saved } = await call('PUT', '/user/factors/app', {
    token,
    body: { code: codeOf(body.secret) },
  });
  if (status !== 200) throw new Error(`Could not add an app: ${JSON.stringify(saved)}`);
  return { secret: body.secret as string, recoveryCodes: saved.recoveryCodes as string[] };
}

type Options = { challenge: string; rp?: { id: string }; rpId?: string };

/** Flags of authenticator data: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A passkey in software, as the browser at `origin` would use it. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly origin: string;
  private counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Responds to the options of a new passkey. */
  register({ challenge, rp = { id: '' } }: Options, { transports = ['internal'] as unknown[] } = {}): object {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const id = Buffer.from(this.id, 'base64url');
    // COSE_Key: type EC2, algorithm ES256, curve P-256, x, y.
    const key = [
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ];
    const aaguid = Buffer.alloc(16);
    const credential = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, ...key]);
    const data = this.data(rp.id, USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, credential);
    // CBOR: { fmt: 'none', attStmt: {}, authData }
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports,
    });
  }

  /** Responds to the options of a login. */
  sign({ challenge, rpId = '' }: Options, { verifiesUser = true, countsUp = true } = {}): object {
    if (countsUp) this.counter += 1;
    const data = this.data(rpId, USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0));
    const clientData = this.clientData('webauthn.get', challenge);
    const signed = Buffer.concat([data, sha256(clientData)]);
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
    });
  }

  private credential(response: object) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private data(rpId: string, flags: number, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter, rest]);
  }
}

/** Adds a passkey to an account. @returns the passkey and the recovery codes, if they are the first */
export async function addPasskey(call: Call, origin: string, { token }: Pick<LoggedIn, 'token'>, name = 'My key') {
  const passkey = new SoftwarePasskey(origin);
  const { body } = await call('POST', '/user/factors/passkeys/options', { token });
  const { challenge } = body.passkey;
  const added = { challenge, name, passkey: passkey.register(body.passkey) };
  const { status, body: saved } = await call('POST', '/user/factors/passkeys', { token, body: added });
  if (status !== 200) throw new Error(`Could not add a passkey: ${JSON.stringify(saved)}`);
  return { passkey, recoveryCodes: saved.recoveryCodes as string[] | null };
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
