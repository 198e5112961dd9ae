/** The ways to prove who one is, besides the password. */
export const secondFactors = ['code', 'passkey', 'recoveryCode'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** Options as the browser's WebAuthn API takes them, in JSON: https://www.w3.org/TR/webauthn-3/#sctn-parseRequestOptionsFromJSON */
export type PasskeyOptions = { challenge: string; [member: string]: unknown };

/** What is left to do after the password was right. */
export type SecondStepView = {
  /** For POST /user/login/secondFactor, within five minutes. */
  challenge: string;
  /** Any of these completes the login. */
  methods: SecondFactor[];
  /** With the method `passkey`. */
  passkey: PasskeyOptions | null;
};

/** How a session can be authenticated again, besides the password. */
export type ReauthenticationView = {
  methods: Exclude<SecondFactor, 'recoveryCode'>[];
  /** With the method `passkey`; its challenge is valid for five minutes. */
  passkey: PasskeyOptions | null;
};

export type PasskeyView = {
  _id: string;
  name: string;
  /** When it was added: ISO 8601, UTC. */
  date: string;
  /** When it last completed a login: ISO 8601, UTC; null if it never did. */
  lastUsed: string | null;
};

export type FactorsView = {
  /** When an authenticator app was set up: ISO 8601, UTC; null without one. */
  appSince: string | null;
  /** Oldest first. */
  passkeys: PasskeyView[];
  /** The number of unused recovery codes. */
  recoveryCodesLeft: number;
  /** Whether the shop requires a second factor of this user. */
  isRequired: boolean;
};

/** What an authenticator app needs. It is shown once. */
export type AppSetupView = {
  /** In base32, to type in. */
  secret: string;
  /** As a QR code, for the app to scan: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
  uri: string;
};

export const PASSKEY_NAME_MAX = 50;
export const PASSKEYS_MAX = 20;
export const CODE_DIGITS = 6;

/** The time after which dangerous calls require authentication again, in milliseconds. */
export const RECENT_AUTHENTICATION = 60 * 60 * 1000;
