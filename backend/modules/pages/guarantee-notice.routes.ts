import { buffer } from 'node:stream/consumers';
import type Router from '@koa/router';
import { MEGABYTE } from '#contract/catalogue/picture-limits.ts';
import { noticeInput } from '#contract/shop/legal-pages.input.ts';
import { NOTICE_MAX } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import { languageCodes } from '#messages/languages.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { PICTURE_MAX } from '../../core/http/bodies.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { type FormLimits, readForm } from '../../core/http/forms.ts';
import { createRouter, requireCaller, type ShopState, validate } from '../../core/http/http.ts';
import { choice } from '../../core/http/parameters.ts';
import { findNoticeFile, listNotices } from './guarantee-notice.queries.ts';
import { deleteNotice, saveNotice } from './guarantee-notice.service.ts';

const api = describeCalls('Pages', {
  list: { summary: 'List the official notices on the legal guarantee', access: 'settings.edit', response: 'Notices' },
  save: {
    summary: 'Save the official notice in a language',
    access: 'settings.edit',
    quota: 'productUpload',
    form: {
      files: { file: { description: 'A PNG, JPEG or WebP picture of at most 1 MB.', isRequired: true } },
      values: noticeInput,
    },
    response: 'NoticesSaved',
  },
  delete: {
    summary: 'Remove the official notice in a language',
    access: 'settings.edit',
    path: { language: choice(languageCodes) },
    response: 'NoticesSaved',
    errors: ['notFound'],
  },
});

const LIMITS: FormLimits = {
  files: 1,
  fileBytes: NOTICE_MAX * MEGABYTE,
  totalBytes: NOTICE_MAX * MEGABYTE,
  time: PICTURE_MAX,
  tooManyFiles: m.legalPages.noticeSendOne,
  tooManyBytes: () => m.legalPages.noticeTooLarge({ max: NOTICE_MAX }),
};

/** Seconds: the address of another picture differs. */
const YEAR = 365 * 24 * 60 * 60;

/** The pictures themselves, for everybody. */
export function noticeRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/guarantee-notice/:hash.:format', async (ctx, next) => {
    const { hash = '', format } = ctx.params;
    const found = /^[\da-f]{32}$/.test(hash) ? await findNoticeFile(ctx.state.em, hash) : undefined;
    if (found === undefined || found.format !== format) return next();
    ctx.set('Cache-Control', `public, max-age=${YEAR}, immutable`);
    ctx.type = `image/${found.format}`;
    ctx.body = Buffer.from(found.bytes);
  });

  return router;
}

/** Where admins keep them. */
export function noticeAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/page/guarantee/notice', api.list, async (ctx) => {
    ctx.body = { status: 'success', notices: await listNotices(ctx.state.em) };
  });

  router.post('/admin/page/guarantee/notice', api.save, async (ctx) => {
    if (!ctx.is('multipart')) throw new AppError('unsupportedType', m.legalPages.noticeSendForm());
    const { fields, files } = await readForm(ctx.req, LIMITS, ({ stream }) => buffer(stream));
    await ctx.state.confirmAccess();
    const { language } = validate(noticeInput, { language: fields.get('language')?.[0] });
    const [file] = files;
    if (file === undefined || file.length === 0) throw invalid({ file: m.legalPages.noticeMissing() });
    const notices = await saveNotice(ctx.state.em, requireCaller(ctx), language, file);
    ctx.body = { status: 'success', message: m.legalPages.noticeSaved(), notices };
  });

  router.delete('/admin/page/guarantee/notice/:language', api.delete, async (ctx) => {
    const language = languageCodes.find((code) => code === ctx.params.language);
    if (language === undefined) throw new AppError('notFound', m.legalPages.noticeNotFound());
    const notices = await deleteNotice(ctx.state.em, requireCaller(ctx), language);
    ctx.body = { status: 'success', message: m.legalPages.noticeDeleted(), notices };
  });

  return router;
}
