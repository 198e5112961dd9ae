import { m } from '#messages';
import type { DutyCode } from './duties.ts';
import { type LegalPageKind, legalPageKinds } from './legal-pages.ts';

/** What a duty is called; a page has its own name. */
export function dutyTitle(code: string): string {
  const kind = kindOf(code);
  return kind === undefined ? m.duties.title({ code }) : m.legalPages[kind]();
}

/** The law that a duty is from. */
export function dutySource(code: DutyCode): string {
  return m.duties.source({ code: kindOf(code) ?? code });
}

function kindOf(code: string): LegalPageKind | undefined {
  return legalPageKinds.find((kind) => code === `page.${kind}`);
}
