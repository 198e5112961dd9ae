import { isLegalPageKind, legalPageKinds } from '#contract/shop/legal-pages.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { pageUrl } from '../../core/http/page-url.ts';
import { choice } from '../../core/http/parameters.ts';
import { readNewestText } from '../pages/pages.queries.ts';
import { objectSchema, schemas } from './agents.present.ts';
import { inputSchema, type Tool } from './tool.ts';

const { text, integer, url } = schemas;

export const getPage: Tool = {
  name: 'get_page',
  title: 'Read a page',
  description:
    "Reads one of the shop's pages, if it is published: who runs it, its terms, privacy, withdrawal, delivery, payment, guarantee, accessibility, or how reviews are checked.",
  input: inputSchema({ kind: choice(legalPageKinds) }, ['kind']),
  output: objectSchema({
    kind: choice(legalPageKinds),
    title: text,
    text: { ...text, description: 'Markdown.' },
    language: { ...text, description: "The shop's default one if the page isn't written in the asked one." },
    version: integer,
    publishedAt: { ...text, format: 'date-time' },
    url,
  }),

  async run({ kind }, { em, publicUrl }) {
    if (!isLegalPageKind(kind)) throw new AppError('notFound', m.legalPages.notFound());
    const { title, body, language, version, publishedAt } = await readNewestText(em, kind);
    const address = pageUrl(publicUrl, pageAddress('legalPage', { kind }));
    return { kind, title, text: body, language, version, publishedAt, url: address };
  },
};
