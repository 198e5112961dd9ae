import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PASSWORD_MIN } from '#contract/users/users.ts';
import { m } from '#messages';
import { invalid } from '../../../core/errors.ts';

/** What guessers take names from. */
const kinds = ['email', 'username', 'shop'] as const;

/** The names that guessers try in the passwords of an account. */
export type PasswordContext = { email: string; username: string; shopName: string };

/** Shorter names are part of many good passwords. */
const NAME_MIN = 3;
/** Letters that a password must have besides these names. */
const OTHER_LETTERS_MIN = 3;

/**
 * Refuses a password that guessers try first. One that only looks weak is accepted.
 * @param field its name in the request
 * @throws AppError invalid
 */
export async function refuseGuessable(field: string, password: string, context: PasswordContext): Promise<void> {
  const reason = await whyGuessable(password, context);
  if (reason !== null) throw invalid({ [field]: reason });
}

/**
 * Why a password is among the first that guessers try: because many people use it, or because it is hardly more than a
 * name (https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver). Null if it isn't.
 */
export async function whyGuessable(
  password: string,
  { email, username, shopName }: PasswordContext,
): Promise<string | null> {
  if ((await commonPasswords()).has(password.toLowerCase())) return m.users.passwordTooCommon();
  const names: Record<(typeof kinds)[number], string[]> = {
    email: [lettersAndDigits(email), ...namesIn(email.replace(/@.*/, ''))],
    username: namesIn(username),
    shop: namesIn(shopName),
  };
  if (!isHardlyMoreThan(Object.values(names).flat(), password)) return null;
  const used = kinds.find((kind) => names[kind].some((name) => lettersAndDigits(password).includes(name)));
  return used === undefined ? null : m.users.passwordTooSimilar({ name: used });
}

/** A name and its parts: "Ana.Ilic" contains anailic, ana and ilic. */
function namesIn(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]
    .map(lettersAndDigits)
    .filter((name) => name.length >= NAME_MIN && letterCount(name) > 0);
}

function isHardlyMoreThan(names: readonly string[], password: string): boolean {
  const whole = lettersAndDigits(password);
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, name) => left.replaceAll(name, ''), whole);
  return rest !== whole && letterCount(rest) < OTHER_LETTERS_MIN;
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** The passwords that people use most, in lower case. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readCommonPasswords();
  return common;
}

/** Read as a file, because the package itself would keep 14 MB; most of its passwords are too short anyway. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'));
  const passwords: string[] = JSON.parse(await readFile(file, 'utf8'));
  return new Set(passwords.filter(({ length }) => length >= PASSWORD_MIN));
}
