import unhomoglyph from 'unhomoglyph';
import { GUEST } from '#contract/users/users.ts';
import { nameKey } from '#contract/values/words.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import { db } from './users.tables.ts';

/**
 * Characters that nobody sees, that change the direction of text, or that have no agreed meaning: those of
 * https://www.rfc-editor.org/rfc/rfc8264#section-4.3.3, and the blank Braille pattern.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Scripts whose spelling needs joiners: RFC 5892, A.1 and A.2. */
const JOINING =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}' +
  '\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}]';

/** Where such characters belong to the spelling: between joined letters, in variants of ideographs, and in emoji. */
const NEEDED = [
  new RegExp(`(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`, 'gu'),
  /(?<=\p{sc=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu,
  /\p{RGI_Emoji}/gv,
];

/**
 * Refuses a username that an account is about to take if others can't tell what it says, or who it is. Accounts keep the
 * names that they have.
 * @param account that takes it; null for a new one
 * @throws AppError invalid
 */
export async function refuseMisleading(
  em: EntityManager,
  username: string | undefined,
  account: { id: string; username: string } | null,
): Promise<void> {
  if (username === undefined || username === account?.username) return;
  const visible = NEEDED.reduce((text, needed) => text.replace(needed, ''), username);
  if (UNSEEN.test(visible)) throw invalid({ username: m.users.usernameInvisible() });
  const staff = await db(em).selectFrom('userAccount').select(['id', 'username']).where('role', '<>', 'user').execute();
  const others = staff.filter(({ id }) => id !== account?.id).map((member) => member.username);
  if (looksLikeOneOf([...others, GUEST], username)) {
    throw invalid({ username: m.users.usernameTooSimilar() });
  }
}

/** Whether a name looks like one of these without being it: that is for the unique index to refuse. */
function looksLikeOneOf(names: readonly string[], username: string): boolean {
  /** See https://www.unicode.org/reports/tr39/#Confusable_Detection; accents and joiners are easily overlooked. */
  const skeleton = (name: string) =>
    unhomoglyph(name.normalize('NFKD'))
      .normalize('NFD')
      .replace(/\p{sc=Inherited}/gu, '')
      .replace(/\s+/g, ' ');
  // In both cases, too: the capital I of BiIl looks like an l, and only the capitals of ΑDΜΙΝ look like others.
  const looks = (name: string) => [name, name.toLowerCase(), name.toUpperCase()].map(skeleton);
  const own = looks(username);
  return names.some((name) => nameKey(name) !== nameKey(username) && looks(name).some((look) => own.includes(look)));
}
