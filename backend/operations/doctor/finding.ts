import type { Config } from '../../config.ts';

/**
 * What a check found, in one line. A problem also says what to do, and so does advice, without which the shop works;
 * `unknown` is what can't be checked.
 */
export type Finding = { state: 'ok' | 'problem' | 'advice' | 'unknown'; text: string };

/** Looks at one part of an installation, and changes nothing. May throw: the message is then the problem. */
export type Check = (config: Config) => Promise<Finding[]>;

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });
export const advice = (text: string): Finding => ({ state: 'advice', text });
export const unknown = (text: string): Finding => ({ state: 'unknown', text });
