import type { NoticeView } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';

const PATH = '/admin/page/guarantee/notice';

/** The official notices on the legal guarantee, in all languages. */
export const guaranteeNotices = createRemote<null, NoticeView[]>({
  load: async (_args, { signal }) => (await call<'Notices'>('GET', PATH, { signal })).notices,
});

/** Saves the notice in a language. @throws ApiError */
export async function saveNotice(language: LanguageCode, file: File): Promise<void> {
  const body = new FormData();
  body.set('language', language);
  body.set('file', file);
  show(await call<'NoticesSaved'>('POST', PATH, { body, task: m.legalPages.noticeSaveTask() }));
}

/** Removes the notice in a language. @throws ApiError */
export async function deleteNotice(language: LanguageCode): Promise<void> {
  show(await call<'NoticesSaved'>('DELETE', `${PATH}/${language}`, { task: m.legalPages.noticeDeleteTask() }));
}

function show({ message, notices }: { message: string; notices: NoticeView[] }): void {
  guaranteeNotices.write(null, notices);
  showOnce('success', message);
}
