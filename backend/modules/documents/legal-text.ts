import type { LegalPageKind, PlaceholderValues } from '#contract/shop/legal-pages.ts';
import { findPage } from '#contract/shop/page-addresses.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { shopAddress } from '#contract/values/addresses.ts';
import { formatDate } from '#contract/values/dates.ts';
import { m } from '#messages';
import { pageUrl } from '../../core/http/page-url.ts';
import { type PageToken, parsePage } from '../pages/markdown.ts';
import { drawBlanks, drawDocument, drawTable, drawText, indented, type Page, startPage, widthOf } from './page.ts';

/** A version of a legal page. */
export type LegalText = {
  kind: LegalPageKind;
  version: number;
  title: string;
  /** Markdown with placeholders. */
  body: string;
  values: PlaceholderValues;
  publishedAt: Date;
};

/** Draws a legal page as shoppers keep it: the right of withdrawal with the form for it, unless the text has that itself. */
export function drawLegalText(text: LegalText, seller: SettingsView, publicUrl: string): Promise<Buffer> {
  const { kind, version, title, body, values, publishedAt: date } = text;
  const tokens = parsePage(body, values);
  return drawDocument({ title, seller, date }, async (page) => {
    await drawTokens(page, tokens, publicUrl);
    const edition = m.documents.version({ version, date: formatDate(date, seller.timeZone) });
    await drawText(page, { text: edition, style: 'small' });
    const form = m.withdrawalForm.title();
    if (kind === 'withdrawal' && !tokens.some(({ content }) => content === form))
      await drawWithdrawalForm(page, seller);
  });
}

async function drawTokens(page: Page, tokens: readonly PageToken[], publicUrl: string): Promise<void> {
  let depth = 0;
  let marker = '';
  let heading: 'heading' | 'subheading' | null = null;
  let rows: string[][] | null = null;
  for (const token of tokens) {
    switch (token.type) {
      case 'heading_open':
        heading = token.tag === 'h2' ? 'heading' : 'subheading';
        break;
      case 'heading_close':
        heading = null;
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
      case 'blockquote_open':
        depth += 1;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
      case 'blockquote_close':
        depth -= 1;
        break;
      case 'list_item_open':
        marker = token.info === '' ? '•' : token.info + token.markup;
        break;
      case 'table_open':
        rows = [];
        break;
      case 'tr_open':
        rows?.push([]);
        break;
      case 'table_close':
        if (rows) await drawRows(page, rows);
        rows = null;
        break;
      case 'inline':
        if (rows) rows.at(-1)?.push(plainText(token, publicUrl));
        else {
          const style = heading ?? (isStrong(token) ? 'strong' : 'body');
          await drawText(page, { text: plainText(token, publicUrl), style, start: indented(depth), marker });
          marker = '';
        }
        break;
      case 'fence':
      case 'code_block':
        await drawText(page, { text: token.content.trimEnd(), start: indented(depth), marker });
        marker = '';
        break;
    }
  }
}

/** The first row names the columns. */
async function drawRows(page: Page, [names = [], ...rows]: readonly string[][]): Promise<void> {
  const width = widthOf(page) / names.length;
  await drawTable(
    page,
    names.map((name, index) => (index === 0 ? { name } : { name, width })),
    rows,
  );
}

function isStrong({ children }: PageToken): boolean {
  return children?.at(0)?.type === 'strong_open' && children.at(-1)?.type === 'strong_close';
}

/** The text of a line, with the addresses of its links, since paper has no links. */
function plainText({ children }: PageToken, publicUrl: string): string {
  let text = '';
  let link = { href: '', start: 0 };
  for (const token of children ?? []) {
    if (token.type === 'softbreak') text += ' ';
    else if (token.type === 'hardbreak') text += '\n';
    else if (token.type === 'link_open') link = { href: addressOf(token, publicUrl), start: text.length };
    else if (token.type !== 'link_close') text += token.content;
    else if (text.slice(link.start) !== link.href) text += ` (${link.href})`;
  }
  return text;
}

function addressOf(link: PageToken, publicUrl: string): string {
  const href = String(link.attrGet('href'));
  if (!href.startsWith('/')) return href.replace(/^mailto:/i, '');
  const [path = ''] = href.split(/[?#]/);
  return findPage(path) ? pageUrl(publicUrl, href) : publicUrl + href;
}

/** Directive 2011/83/EU, Annex I (B). */
async function drawWithdrawalForm(page: Page, { name, legalName, address, email }: SettingsView): Promise<void> {
  const seller = [legalName || name, shopAddress(address), email].filter(Boolean).join(', ');
  startPage(page);
  await drawText(page, { text: m.withdrawalForm.title(), style: 'heading' });
  await drawText(page, { text: m.withdrawalForm.hint() });
  await drawText(page, { text: m.withdrawalForm.to({ seller }), style: 'strong' });
  await drawText(page, { text: m.withdrawalForm.notice() });
  drawBlanks(page, 3);
  for (const question of [
    m.withdrawalForm.ordered,
    m.withdrawalForm.name,
    m.withdrawalForm.address,
    m.withdrawalForm.signature,
    m.withdrawalForm.date,
  ]) {
    await drawText(page, { text: question() });
    drawBlanks(page, 1);
  }
  await drawText(page, { text: m.withdrawalForm.delete(), style: 'small' });
}
