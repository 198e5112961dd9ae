import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { shopAddressLines } from '#contract/values/addresses.ts';
import { currentCode, currentLanguage, m } from '#messages';
import { Markup, markup } from '../../http/html.ts';
import { pageUrl } from '../../http/page-url.ts';
import type { Block, Fact, Item, Letter, Sum, Writer } from './letter.ts';

/** The colors of the client's tokens.css. */
const light = {
  page: '#f5f6f7',
  surface: '#ffffff',
  line: '#dfe2e5',
  ink: '#15181b',
  soft: '#535b63',
  onInk: '#ffffff',
};
const dark: typeof light = {
  page: '#0e1012',
  surface: '#181b1e',
  line: '#2d3237',
  ink: '#f1f3f4',
  soft: '#a9b1b9',
  onInk: '#101214',
};

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/**
 * Every text has its color beside that of its background, so that it stays readable in clients that invert colors or
 * ignore this theme. `!important` overrides the styles in elements, on which the other clients rely.
 */
const style = new Markup(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100%; }
  table, td { mso-table-lspace: 0; mso-table-rspace: 0; }
  .surface a, .surface td { overflow-wrap: anywhere; }
  @media only screen and (min-width: 480px) { .half { width: 50% !important; } }
  @media (prefers-color-scheme: dark) {
    .page, .page > div { background: ${dark.page} !important; }
    .surface { background: ${dark.surface} !important; }
    .ink div, .ink a, .items table, .items td { color: ${dark.ink} !important; }
    .items td { border-color: ${dark.line} !important; }
    .soft div, .soft a, .items .soft { color: ${dark.soft} !important; }
    .button td, .button a { background: ${dark.ink} !important; color: ${dark.onInk} !important; }
    .secondary td { background: ${dark.surface} !important; border-color: ${dark.ink} !important; }
    .secondary a { background: ${dark.surface} !important; color: ${dark.ink} !important; }
  }
`);

/** Outlook for Windows knows tables only: it has no maximum width and no elements side by side. */
const outlook = (tags: string) => new Markup(`<!--[if mso]>${tags}<![endif]-->`);
const table = new Markup('<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"');

/** The pictures of a letter, with the names under which its HTML shows them. */
export function pictureNames({ blocks }: Letter): Map<Buffer, string> {
  const items = blocks.flatMap((block) => (block.kind === 'items' ? block.items : []));
  const pictures = new Set(items.flatMap(({ picture }) => picture ?? []));
  return new Map([...pictures].map((picture, index) => [picture, `picture-${index + 1}`]));
}

/** Where lines of the language start and end. */
function sides(): { start: string; end: string } {
  return currentLanguage().dir === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' };
}

/** A letter as the HTML of a mail, in the current language. */
export function layOut({ title, blocks }: Letter, writer: Writer, pictures: ReadonlyMap<Buffer, string>): Markup {
  const language = markup`lang="${currentCode()}" dir="${currentLanguage().dir}"`;
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  return markup`<!doctype html>
<html ${language} xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title>${title}</title>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
${outlook('<xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>')}
<style type="text/css">${style}</style>
<style media="screen and (min-width: 480px)">.moz-text-html .half { width: 50% !important; }</style>
</head>
<body class="page" style="background-color: ${light.page}">
<div class="preview" style="display: none; max-height: 0; opacity: 0; overflow: hidden">${paragraphs.join(' ')}</div>
<div role="article" aria-roledescription="email" aria-label="${title}" ${language} style="background-color: ${light.page}">
${outlook('<table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0"><tr><td>')}
<div style="margin: 0 auto; max-width: 600px">
${letterhead(writer)}
${table} class="surface" bgcolor="${light.surface}" style="background: ${light.surface}; border-radius: 12px; border-collapse: separate">
<tr><td style="padding: 24px 0 8px">
${headingOf('h1', title, '24px')}
${blocks.map((block) => blockOf(block, pictures))}
</td></tr></table>
${footer(writer)}
</div>
${outlook('</td></tr></table>')}
</div>
</body>
</html>`;
}

function letterhead({ shop, publicUrl }: Writer): Markup {
  const name = markup`<a href="${pageUrl(publicUrl, '')}" style="padding: 4px 0; color: ${light.ink}; text-decoration: none">${shop.name}</a>`;
  return section(textRow(name, { look: 'ink brand', font: '18px/24px', weight: '700', padding: '24px 24px 16px' }));
}

function footer({ shop, publicUrl }: Writer): Markup {
  const contact = link(m.mails.contactUs(), pageUrl(publicUrl, pagePatterns.contact));
  const links = markup`${link(m.mails.visitShop(), pageUrl(publicUrl, ''))}<br />${contact}`;
  return section(
    textRow([shop.name, ...shopAddressLines(shop.address)].join(' · '), {
      look: 'soft',
      font: '14px/20px',
      padding: '16px 24px 4px',
    }),
    textRow(links, { look: 'soft', font: '14px/32px', padding: '0 24px 24px' }),
  );
}

function blockOf(block: Block, pictures: ReadonlyMap<Buffer, string>): Markup {
  switch (block.kind) {
    case 'paragraph':
      return section(textRow(linesOf(block.text.split('\n'))));
    case 'heading':
      return headingOf('h2', block.text, '18px');
    case 'button':
      return buttonOf(block);
    case 'link':
      return section(textRow(link(block.text, block.href), { look: 'soft', font: '14px/32px' }));
    case 'facts':
      return markup`${pairsOf(block.facts).map(pairOf)}`;
    case 'items':
      return section(row('items', '0 24px 24px', itemsOf(block, pictures)));
  }
}

function headingOf(tag: 'h1' | 'h2', text: string, size: string): Markup {
  const name = new Markup(tag);
  const font = `${size}/1.3`;
  const heading = markup`<${name} style="margin: 0; ${fontOf(font, '700')}">${text}</${name}>`;
  return section(textRow(heading, { font, padding: '8px 24px 16px' }));
}

function buttonOf({ text, href, isSecondary = false }: Extract<Block, { kind: 'button' }>): Markup {
  const [look, background, color, border, padding] = isSecondary
    ? ['secondary', light.surface, light.ink, `2px solid ${light.ink}`, '10px 22px']
    : ['button', light.ink, light.onInk, 'none', '12px 24px'];
  const shape = `background: ${background}; border-radius: 24px`;
  const font = `${fontOf('16px/24px', '600')}; color: ${color}; text-decoration: none`;
  const button = markup`<table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse: separate">
<tr><td align="center" bgcolor="${background}" style="${shape}; border: ${border}; mso-padding-alt: ${padding}">
<a href="${href}" target="_blank" style="display: inline-block; ${shape}; ${font}; padding: ${padding}; mso-padding-alt: 0">
${text}
</a></td></tr></table>`;
  return section(row(look, '8px 24px 24px', button));
}

type Text = { look?: string; font?: string; weight?: string; padding?: string };

function textRow(
  content: string | Markup | readonly Markup[],
  { look = 'ink', font = '16px/24px', weight, padding = '0 24px 16px' }: Text = {},
): Markup {
  const color = look === 'soft' ? light.soft : light.ink;
  return row(look, padding, markup`<div style="${fontOf(font, weight)}; color: ${color}">${content}</div>`);
}

/** @param font such as "16px/24px" */
function fontOf(font: string, weight = '400'): string {
  const [size, line] = font.split('/');
  return `font-family: ${FONT}; font-size: ${size}; line-height: ${line}; font-weight: ${weight}`;
}

/** @param look its class, by which the dark theme colors it */
function row(look: string, padding: string, content: Markup): Markup {
  return markup`<tr><td align="${sides().start}" class="${look}" style="padding: ${padding}; word-break: break-word">${content}</td></tr>
`;
}

function section(...rows: Markup[]): Markup {
  return markup`${table}>${rows}</table>
`;
}

/** Two columns, so that an address has room for its lines. */
function pairsOf(facts: readonly Fact[]): Fact[][] {
  return facts.flatMap((_, index) => (index % 2 === 0 ? [facts.slice(index, index + 2)] : []));
}

function pairOf(pair: readonly Fact[]): Markup {
  return section(markup`<tr><td style="font-size: 0">${outlook('<table role="presentation"><tr>')}
${pair.map(factOf)}${outlook('</tr></table>')}</td></tr>`);
}

function factOf({ name, lines }: Fact): Markup {
  const rows = [textRow(name, { look: 'soft', font: '14px/20px', padding: '0 24px' }), textRow(linesOf(lines))];
  return markup`${outlook('<td width="300" valign="top">')}
<div class="half" style="display: inline-block; width: 100%; vertical-align: top">${section(...rows)}</div>
${outlook('</td>')}`;
}

function itemsOf(
  { items, sums = [] }: Extract<Block, { kind: 'items' }>,
  pictures: ReadonlyMap<Buffer, string>,
): Markup {
  return markup`${table} style="${fontOf('16px/24px')}; color: ${light.ink}; border-collapse: collapse">
${items.map((item) => itemOf(item, pictures))}${sums.map(sumOf)}</table>`;
}

// Inline styles, the only ones that all mail clients support.
const top = `border-top: 1px solid ${light.line}`;
const cell = 'padding: 12px 0; vertical-align: top';
const sumCell = 'padding: 4px 0; vertical-align: top';
const amountCell = () => `padding-${sides().start}: 16px; text-align: ${sides().end}; white-space: nowrap`;
const soft = `font-size: 14px; line-height: 20px; color: ${light.soft}`;

function itemOf({ title, detail, amount, picture }: Item, pictures: ReadonlyMap<Buffer, string>): Markup {
  const text = markup`${title}${detail ? markup`<br /><span class="soft" style="${soft}">${detail}</span>` : ''}`;
  const name = picture === undefined ? text : besidePicture(pictures.get(picture) ?? '', text);
  const look = `${cell}; ${top}`;
  return amount === undefined
    ? markup`<tr><td colspan="2" style="${look}">${name}</td></tr>`
    : markup`<tr><td style="${look}">${name}</td><td dir="ltr" style="${look}; ${amountCell()}">${amount}</td></tr>`;
}

/** Outlook for Windows knows "align"; for the others, the hidden overflow keeps the text beside the picture. */
function besidePicture(name: string, text: Markup): Markup {
  const { start, end } = sides();
  const style = `margin-${end}: 16px; border-radius: 8px`;
  return markup`<img src="cid:${name}" alt="" width="64" height="64" align="${start}" style="${style}" />
<div style="overflow: hidden; min-height: 64px">${text}</div>`;
}

function sumOf({ name, amount, isTotal = false }: Sum, index: number): Markup {
  const look = [
    index === 0 ? `${cell}; padding-bottom: 4px; ${top}` : sumCell,
    ...(isTotal ? ['font-weight: 700'] : []),
  ];
  return markup`<tr>
    <td style="${look.join('; ')}">${name}</td>
    <td dir="ltr" style="${[...look, amountCell()].join('; ')}">${amount}</td>
  </tr>`;
}

function linesOf(lines: readonly string[]): Markup[] {
  return lines.map((line, index) => (index === 0 ? markup`${line}` : markup`<br />${line}`));
}

function link(text: string, href: string): Markup {
  return markup`<a href="${href}" style="padding: 4px 0; color: ${light.soft}">${text}</a>`;
}
