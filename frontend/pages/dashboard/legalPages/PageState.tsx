import type { AdminLegalPageView } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import { Badge } from '../../../components/Badge.tsx';

/** Whether shoppers see a page as it is written. */
export function PageState({ page: { version, isChanged } }: { page: AdminLegalPageView }) {
  if (version > 0 && !isChanged) return <Badge tone="good">{m.legalPages.isPublished()}</Badge>;
  if (isChanged) return <Badge tone="waiting">{version > 0 ? m.legalPages.isChanged() : m.legalPages.isDraft()}</Badge>;
  return <Badge tone="quiet">{m.legalPages.isUnpublished()}</Badge>;
}
