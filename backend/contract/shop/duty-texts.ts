import { m } from '#messages';
import type { DutyCode } from './duties.ts';
import { type LegalPageKind, legalPageKinds } from './legal-pages.ts';

const pageNames: Record<LegalPageKind, () => string> = {
  imprint: m.legalPages.imprint,
  terms: m.legalPages.terms,
  privacy: m.legalPages.privacy,
  withdrawal: m.legalPages.withdrawal,
  delivery: m.legalPages.delivery,
  payment: m.legalPages.payment,
  guarantee: m.legalPages.guarantee,
  accessibility: m.legalPages.accessibility,
  reviews: m.legalPages.reviews,
};

/** What a duty is called; a page has its own name. */
export function dutyTitle(code: string): string {
  const kind = kindOf(code);
  return kind === undefined ? m.duties.title({ code }) : pageNames[kind]();
}

/** The law that a duty is from. */
export function dutySource(code: DutyCode): string {
  return m.duties.source({ code: kindOf(code) ?? code });
}

function kindOf(code: string): LegalPageKind | undefined {
  return legalPageKinds.find((kind) => code === `page.${kind}`);
}
