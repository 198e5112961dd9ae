import type { Scope } from './scopes.ts';

export const API_KEYS_MAX = 50;
/** Characters. */
export const API_KEY_NAME_MAX = 80;

/** `expired` and `authorless` ones are refused: the latter's author is deleted, inactive or no longer on the staff. */
export const apiKeyStates = ['active', 'expired', 'authorless'] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

/** A key by which a program calls the API in the name of its author. Dates are ISO 8601, UTC. */
export type ApiKeyView = {
  _id: string;
  name: string;
  scopes: Scope[];
  /** How its secret begins. */
  prefix: string;
  state: ApiKeyState;
  /** Null if it never ends. */
  expiresAt: string | null;
  /** To the minute; null if it was never used. */
  lastUsedAt: string | null;
  createdAt: string;
  /** Its author's username; null if their account is deleted. */
  createdBy: string | null;
};
