import type { Config } from '../../config.ts';
import { reasonOf } from '../../core/errors.ts';
import { advice, type Finding, ok } from './finding.ts';

/** Milliseconds. */
const TIMEOUT = 10_000;

/** Asks the EU's service for VAT ids how it is. Without it the shop works, and charges VAT. */
export async function checkVies({ viesUrl }: Config): Promise<Finding[]> {
  if (viesUrl === null) return [ok('VAT IDs: a local stand-in, which starts with `make up`')];
  const { host } = new URL(viesUrl);
  const away = (reason: string) => [
    advice(`VAT IDs: ${host} can't be asked: ${reason}: check VIES_URL; until then, VAT is charged to everybody`),
  ];
  try {
    const response = await fetch(`${viesUrl}/check-status`, { signal: AbortSignal.timeout(TIMEOUT) });
    await response.body?.cancel();
    return response.ok ? [ok(`VAT IDs: ${host} answers`)] : away(`it responds with ${response.status}`);
  } catch (error) {
    return away(reasonOf(error));
  }
}
