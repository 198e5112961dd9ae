import * as yup from 'yup';
import { m } from '#messages';
import { instant, isUnique, list, requiredName, text } from '../values/text.ts';
import { API_KEY_NAME_MAX } from './api-keys.ts';
import { scopes } from './scopes.ts';

export const apiKeyInput = yup.object({
  name: requiredName(m.fields.name, API_KEY_NAME_MAX),
  scopes: list(text().oneOf(scopes, m.apiKeys.wrongScopes).required(m.apiKeys.wrongScopes), m.apiKeys.wrongScopes)
    .required(m.apiKeys.noScopes)
    .min(1, m.apiKeys.noScopes)
    .test('unique', m.apiKeys.wrongScopes, isUnique),
  /** Absent or null if it never ends. */
  expiresAt: instant(m.apiKeys.expiry),
});
export type ApiKeyInput = yup.InferType<typeof apiKeyInput>;
