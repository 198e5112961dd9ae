import type { PublishInput } from '#contract/shop/legal-pages.input.ts';
import type {
  AdminLegalPageView,
  LegalPageKind,
  LegalPagePreview,
  LegalPageText,
  LegalPageVersion,
} from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { errorMessage } from '../errors.ts';
import { createRemote } from '../remote.ts';

/** A page in a language. */
export type PageKey = { kind: LegalPageKind; language: LanguageCode };

const pathOf = (kind: LegalPageKind) => `/admin/page/${kind}`;

/** All pages in all languages. */
export const legalPages = createRemote<null, AdminLegalPageView[]>({
  load: async (_args, { signal }) => (await call<'AdminLegalPages'>('GET', '/admin/page', { signal })).pages,
  // The next edit must start from fresh data.
  forgetsWhenHidden: true,
});

/** The published versions of a page, newest first. */
export const pageVersions = createRemote<PageKey, LegalPageVersion[]>({
  load: async ({ kind, language }, { signal }) => {
    const query = new URLSearchParams({ language });
    return (await call<'LegalPageVersions'>('GET', `${pathOf(kind)}/versions?${query}`, { signal })).versions;
  },
});

/** The text of a version. */
export const pageText = createRemote<PageKey & { version: number }, LegalPageText>({
  load: async ({ kind, language, version }, { signal }) => {
    const query = new URLSearchParams({ language });
    return (await call<'LegalPageText'>('GET', `${pathOf(kind)}/versions/${version}?${query}`, { signal })).text;
  },
});

/** How a text would look. Optional: the editor works if it can't be loaded. */
export const pagePreview = createRemote<PageKey & { body: string }, LegalPagePreview>({
  load: ({ kind, ...body }, { signal }) =>
    call<'LegalPagePreview'>('POST', `${pathOf(kind)}/preview`, { body, signal }),
  onFailure: errorMessage,
  hiddenMax: 1,
});

/** Saves the draft of a page. @throws ApiError */
export async function saveDraft({ kind, ...body }: PageKey & { title: string; body: string }): Promise<void> {
  show(await call<'AdminLegalPageSaved'>('PUT', pathOf(kind), { body, task: m.legalPages.saveTask() }));
}

/** Publishes the draft of a page, or a given one, which is saved by that. @returns the page @throws ApiError */
export async function publishPage({ kind, ...body }: PageKey & PublishInput): Promise<AdminLegalPageView> {
  const options = { body, task: m.legalPages.publishTask() };
  const response = await call<'AdminLegalPageSaved'>('POST', `${pathOf(kind)}/publish`, options);
  show(response);
  await pageVersions.reload({ kind, language: body.language });
  return response.page;
}

function show({ message, page }: { message: string; page: AdminLegalPageView }): void {
  legalPages.update((pages) =>
    pages.map((known) => (known.kind === page.kind && known.language === page.language ? page : known)),
  );
  showOnce('success', message);
}
