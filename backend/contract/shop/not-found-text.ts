import { m } from '#messages';
import type { PageText } from './shop-page.ts';

/** The title and description of the not-found page. The client loads them with it. */
export function notFoundText(): PageText {
  return { title: m.pages.notFound(), description: m.pages.notFoundDescription() };
}
