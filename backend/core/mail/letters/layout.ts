import { countryName } from '#contract/addresses.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { Markup, markup } from '../../http/html.ts';
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
  .surface a, .surface td { overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    .page, .page > div { background: ${dark.page} !important; }
    .surface, .surface > table { background: ${dark.surface} !important; }
    .ink div, .ink a, .items table, .items td { color: ${dark.ink} !important; }
    .items td { border-color: ${dark.line} !important; }
    .soft div, .soft a, .items .soft { color: ${dark.soft} !important; }
    .button td, .button a { background: ${dark.ink} !important; color: ${dark.onInk} !important; }
    .secondary td { background: ${dark.surface} !important; border-color: ${dark.ink} !important; }
    .secondary a { background: ${dark.surface} !important; color: ${dark.ink} !important; }
  }
`);

/** The layout of a letter in MJML: https://documentation.mjml.io */
export function layOut({ title, blocks }: Letter, writer: Writer): Markup {
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  return markup`<mjml lang="en" dir="ltr">
  <mj-head>
    <mj-title>${title}</mj-title>
    <mj-preview>${paragraphs.join(' ')}</mj-preview>
    <mj-raw>
      <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
    </mj-raw>
    <mj-attributes>
      <mj-all font-family="${FONT}" />
      <mj-body background-color="${light.page}" width="600px" />
      <mj-section padding="0" text-align="left" />
      <mj-wrapper padding="24px 0 8px" background-color="${light.surface}" border-radius="12px" />
      <mj-text color="${light.ink}" font-size="16px" line-height="24px" padding="0 24px 16px" />
      <mj-table color="${light.ink}" font-size="16px" line-height="24px" padding="0 24px 24px" />
      <mj-button align="left" background-color="${light.ink}" color="${light.onInk}" border-radius="24px"
        font-size="16px" font-weight="600" line-height="24px" inner-padding="12px 24px" padding="8px 24px 24px" />
      <mj-class name="soft" color="${light.soft}" font-size="14px" line-height="20px" />
    </mj-attributes>
    <mj-style>${style}</mj-style>
  </mj-head>
  <mj-body css-class="page">
    ${letterhead(writer)}
    <mj-wrapper css-class="surface">
      ${headingOf('h1', title, '24px')}
      ${blocks.map(blockOf)}
    </mj-wrapper>
    ${footer(writer)}
  </mj-body>
</mjml>`;
}

function letterhead({ shop, publicUrl }: Writer): Markup {
  return section(markup`<mj-text css-class="ink brand" font-size="18px" font-weight="700" padding="24px 24px 16px">
    <a href="${publicUrl}" style="color: ${light.ink}; text-decoration: none">${shop.name}</a>
  </mj-text>`);
}

function footer({ shop, publicUrl }: Writer): Markup {
  const address = [shop.address, shop.country && countryName(shop.country)].filter((part) => part !== null);
  return section(markup`
    <mj-text css-class="soft" mj-class="soft" padding="16px 24px 4px">${[shop.name, ...address].join(' · ')}</mj-text>
    <mj-text css-class="soft" mj-class="soft" line-height="32px" padding="0 24px 24px">
      ${link('Visit the shop', publicUrl)}<br />${link('Contact us', publicUrl + pagePatterns.contact)}
    </mj-text>`);
}

function blockOf(block: Block): Markup {
  switch (block.kind) {
    case 'paragraph':
      return section(markup`<mj-text css-class="ink">${linesOf(block.text.split('\n'))}</mj-text>`);
    case 'heading':
      return headingOf('h2', block.text, '18px');
    case 'button':
      return section(buttonOf(block));
    case 'facts':
      return markup`${pairsOf(block.facts).map((pair) => markup`<mj-section>${pair.map(factOf)}</mj-section>`)}`;
    case 'items':
      return section(
        markup`<mj-table css-class="items">${block.items.map(itemOf)}${(block.sums ?? []).map(sumOf)}</mj-table>`,
      );
  }
}

function headingOf(tag: 'h1' | 'h2', text: string, size: string): Markup {
  const name = new Markup(tag);
  return section(markup`<mj-text css-class="ink" font-size="${size}" line-height="1.3" padding="8px 24px 16px">
    <${name} style="margin: 0; font-size: ${size}; line-height: 1.3; font-weight: 700">${text}</${name}>
  </mj-text>`);
}

function buttonOf({ text, href, isSecondary = false }: Extract<Block, { kind: 'button' }>): Markup {
  return isSecondary
    ? markup`<mj-button css-class="secondary" href="${href}" background-color="${light.surface}" color="${light.ink}"
        border="2px solid ${light.ink}" inner-padding="10px 22px">${text}</mj-button>`
    : markup`<mj-button css-class="button" href="${href}">${text}</mj-button>`;
}

/** Two columns, so that an address has room for its lines. */
function pairsOf(facts: readonly Fact[]): Fact[][] {
  return facts.flatMap((_, index) => (index % 2 === 0 ? [facts.slice(index, index + 2)] : []));
}

function factOf({ name, lines }: Fact): Markup {
  return markup`<mj-column width="50%">
    <mj-text css-class="soft" mj-class="soft" padding="0 24px">${name}</mj-text>
    <mj-text css-class="ink">${linesOf(lines)}</mj-text>
  </mj-column>`;
}

// Inline styles, the only ones that all mail clients support.
const top = `border-top: 1px solid ${light.line}`;
const cell = 'padding: 12px 0; vertical-align: top';
const sumCell = 'padding: 4px 0; vertical-align: top';
const amountCell = 'padding-left: 16px; text-align: right; white-space: nowrap';
const soft = `font-size: 14px; line-height: 20px; color: ${light.soft}`;

function itemOf({ title, detail, amount }: Item): Markup {
  const name = markup`${title}${detail ? markup`<br /><span class="soft" style="${soft}">${detail}</span>` : ''}`;
  const look = `${cell}; ${top}`;
  return amount === undefined
    ? markup`<tr><td colspan="2" style="${look}">${name}</td></tr>`
    : markup`<tr><td style="${look}">${name}</td><td style="${look}; ${amountCell}">${amount}</td></tr>`;
}

function sumOf({ name, amount, isTotal = false }: Sum, index: number): Markup {
  const look = [
    index === 0 ? `${cell}; padding-bottom: 4px; ${top}` : sumCell,
    ...(isTotal ? ['font-weight: 700'] : []),
  ];
  return markup`<tr>
    <td style="${look.join('; ')}">${name}</td>
    <td style="${[...look, amountCell].join('; ')}">${amount}</td>
  </tr>`;
}

function linesOf(lines: readonly string[]): Markup[] {
  return lines.map((line, index) => (index === 0 ? markup`${line}` : markup`<br />${line}`));
}

function link(text: string, href: string): Markup {
  return markup`<a href="${href}" style="color: ${light.soft}">${text}</a>`;
}

function section(content: Markup): Markup {
  return markup`<mj-section><mj-column>${content}</mj-column></mj-section>`;
}
