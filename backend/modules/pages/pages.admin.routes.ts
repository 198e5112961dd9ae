import type Router from '@koa/router';
import { legalPageInput, previewInput, publishInput } from '#contract/shop/legal-pages.input.ts';
import {
  isLegalPageKind,
  type LegalPageKind,
  legalPageKinds,
  PAGE_BYTES_MAX,
  PAGE_VERSION_MAX,
} from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import { type LanguageCode, languageCodes } from '#messages/languages.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, requireCaller, type ShopState } from '../../core/http/http.ts';
import { choice, count } from '../../core/http/parameters.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { listPages, listVersions, readVersion } from './pages.queries.ts';
import { previewPage, publishPage, saveDraft } from './pages.service.ts';
import { readVersionNumber } from './version-key.ts';

const path = { kind: choice(legalPageKinds) };
const query = { language: choice(languageCodes) };

const api = describeCalls('Pages', {
  list: { summary: 'List the pages in all languages', access: 'settings.edit', response: 'AdminLegalPages' },
  save: {
    summary: 'Save the draft of a page',
    access: 'settings.edit',
    path,
    body: legalPageInput,
    bodyMax: PAGE_BYTES_MAX,
    response: 'AdminLegalPageSaved',
    errors: ['notFound'],
  },
  preview: {
    summary: 'Render a page without saving it',
    access: 'settings.edit',
    path,
    body: previewInput,
    bodyMax: PAGE_BYTES_MAX,
    response: 'LegalPagePreview',
    errors: ['notFound'],
  },
  publish: {
    summary: 'Publish the draft of a page',
    access: 'settings.edit',
    path,
    body: publishInput,
    bodyMax: PAGE_BYTES_MAX,
    response: 'AdminLegalPageSaved',
    errors: ['notFound', 'conflict'],
  },
  listVersions: {
    summary: 'List the published versions of a page',
    access: 'settings.edit',
    path,
    query,
    response: 'LegalPageVersions',
    errors: ['notFound'],
  },
  readVersion: {
    summary: 'Read the text of a version of a page',
    access: 'settings.edit',
    path: { ...path, version: count(PAGE_VERSION_MAX) },
    query,
    response: 'LegalPageText',
    errors: ['notFound'],
  },
});

type Options = {
  /** The languages that the shop can speak. */
  available: readonly LanguageCode[];
  settings: ShopSettings;
};

/** Where admins write and publish the shop's pages. */
export function pagesAdminRoutes({ available, settings }: Options): Router<ShopState> {
  const router = createRouter();

  /** @throws AppError invalid */
  function requireLanguage(given: unknown): LanguageCode {
    const code = available.find((code) => code === given);
    if (code === undefined) throw invalid({ language: m.settings.unknownLanguage() });
    return code;
  }

  router.get('/admin/page', api.list, async (ctx) => {
    const { em } = ctx.state;
    ctx.body = { status: 'success', pages: await listPages(em, await settings.read(em)) };
  });

  router.put('/admin/page/:kind', api.save, async (ctx) => {
    const kind = requireKind(ctx.params.kind);
    const { em, input } = ctx.state;
    requireLanguage(input.language);
    const page = await saveDraft(em, requireCaller(ctx), await settings.read(em), kind, input);
    ctx.body = { status: 'success', message: m.legalPages.saved(), page };
  });

  router.post('/admin/page/:kind/preview', api.preview, async (ctx) => {
    requireKind(ctx.params.kind);
    const { em, input } = ctx.state;
    requireLanguage(input.language);
    ctx.body = { status: 'success', ...(await previewPage(await settings.read(em), input)) };
  });

  router.post('/admin/page/:kind/publish', api.publish, async (ctx) => {
    const kind = requireKind(ctx.params.kind);
    const { em, input } = ctx.state;
    requireLanguage(input.language);
    const page = await publishPage(em, requireCaller(ctx), await settings.read(em), kind, input);
    ctx.body = { status: 'success', message: m.legalPages.published({ version: page.version }), page };
  });

  router.get('/admin/page/:kind/versions', api.listVersions, async (ctx) => {
    const language = requireLanguage(ctx.query.language);
    const versions = await listVersions(ctx.state.em, requireKind(ctx.params.kind), language);
    ctx.body = { status: 'success', versions };
  });

  router.get('/admin/page/:kind/versions/:version', api.readVersion, async (ctx) => {
    const language = requireLanguage(ctx.query.language);
    const kind = requireKind(ctx.params.kind);
    const version = readVersionNumber(ctx.params.version);
    if (!version) throw new AppError('notFound', m.legalPages.versionNotFound());
    ctx.body = { status: 'success', text: await readVersion(ctx.state.em, { kind, language, version }) };
  });

  return router;
}

/** @throws AppError notFound */
function requireKind(given: string | undefined): LegalPageKind {
  if (!isLegalPageKind(given)) throw new AppError('notFound', m.legalPages.notFound());
  return given;
}
