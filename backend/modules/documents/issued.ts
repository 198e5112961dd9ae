import { addressLines } from '#contract/values/address-forms.ts';
import { shopAddress } from '#contract/values/addresses.ts';
import { formatDate } from '#contract/values/dates.ts';
import { type CurrencyCode, convertCents, formatMinorUnits } from '#contract/values/money.ts';
import { formatDecimal, formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import type { IssuedDocument } from '../orders/invoicing/documents.queries.ts';
import type { DocumentSnapshot, SellerSnapshot } from '../orders/invoicing/snapshot.ts';
import { drawBlocks, drawDocument, drawSums, drawTable, drawText, leaveRoom, type Page } from './page.ts';

/** Draws an invoice or a credit note, of nothing but what it says. */
export function drawIssued({ kind, number, date, currency, amount, snapshot }: IssuedDocument): Promise<Buffer> {
  const { seller } = snapshot;
  const title = kind === 'invoice' ? m.documents.invoice({ number }) : m.documents.creditNote({ number });
  const info = { title, seller, date: new Date(date), footer: footerOf(seller) };
  const money = (minorUnits: number) => signed(minorUnits, currency);
  return drawDocument(info, async (page) => {
    await drawReference(page, kind, snapshot);
    await drawBlocks(
      page,
      [...parties(snapshot), { heading: m.documents.details(), lines: details(date, snapshot) }],
      40,
    );
    await drawLines(page, snapshot, amount, money);
    await drawSums(page, [
      ...sumsOf(snapshot, amount, money),
      { name: kind === 'invoice' ? m.orders.total() : m.documents.credited(), amount: money(amount), isTotal: true },
    ]);
    leaveRoom(page, 24);
    await drawTaxes(page, snapshot, currency, money);
    if (snapshot.reverseCharge) await drawText(page, { text: m.documents.reverseCharge(), style: 'strong' });
  });
}

/** What it changes. */
async function drawReference(page: Page, kind: IssuedDocument['kind'], snapshot: DocumentSnapshot): Promise<void> {
  const { invoice, reversed, timeZone } = snapshot;
  if (invoice === null) return;
  const of = { number: invoice.number, date: formatDate(invoice.date, timeZone) };
  const text = kind === 'creditNote' ? m.documents.creditOf(of) : m.documents.reverses({ ...of, note: reversed ?? '' });
  await drawText(page, { text });
  leaveRoom(page, 12);
}

function parties({ buyer, delivery, seller: _ }: DocumentSnapshot) {
  // Without an address, as an order for pickup may be.
  const buyerLines = buyer.country === '' ? [buyer.company, buyer.name].filter(Boolean) : addressLines(buyer);
  const billTo = [...buyerLines, ...(buyer.vatId ? [m.documents.vatId({ id: buyer.vatId })] : [])];
  const shipTo = delivery === null ? [] : addressLines(delivery);
  const isElsewhere = shipTo.length > 0 && shipTo.join('\n') !== buyerLines.join('\n');
  return [
    { heading: m.documents.billTo(), lines: billTo },
    ...(isElsewhere ? [{ heading: m.documents.shipTo(), lines: shipTo }] : []),
  ];
}

function details(
  date: string,
  { timeZone, orderNumber, paidAt, deliveredAt, shippingName }: DocumentSnapshot,
): string[] {
  const day = (moment: string) => formatDate(moment, timeZone);
  return [
    m.documents.date({ date: day(date) }),
    m.documents.ofOrder({ number: String(orderNumber) }),
    m.documents.paidOn({ date: day(paidAt) }),
    deliveredAt === null
      ? m.documents.delivery({ method: shippingName })
      : m.documents.deliveredOn({ date: day(deliveredAt) }),
  ];
}

type Money = (minorUnits: number) => string;

async function drawLines(
  page: Page,
  { lines, reverseCharge }: DocumentSnapshot,
  amount: number,
  money: Money,
): Promise<void> {
  const rows = lines.map(({ title, count, netPrice, rateHundredths, amount }) => [
    title,
    formatNumber(count),
    money(netPrice),
    percent(rateHundredths),
    money(amount),
  ]);
  await drawTable(
    page,
    [
      { name: m.documents.product() },
      { name: m.documents.quantity(), width: 52, isAtEnd: true },
      { name: m.documents.netPrice(), width: 100, isAtEnd: true },
      { name: m.documents.vat(), width: 48, isAtEnd: true },
      { name: reverseCharge ? m.documents.net() : m.documents.amountWithVat(), width: 100, isAtEnd: true },
    ],
    rows.length > 0 ? rows : [[m.documents.amountAlone(), '', '', '', money(amount)]],
  );
}

/** What leads from the lines to the amount. */
function sumsOf(
  { lines, discount, discountCode, shipping, adjustment, invoice }: DocumentSnapshot,
  amount: number,
  money: Money,
) {
  if (lines.length === 0) return [];
  const goods = lines.reduce((sum, line) => sum + line.amount, 0);
  // Those of an invoice differ by roundings alone.
  const subtotal = invoice === null ? goods + adjustment : goods;
  if (subtotal === amount && shipping === 0) return [];
  return [
    { name: m.orders.subtotal(), amount: money(subtotal) },
    ...(discount > 0 ? [{ name: m.orders.discount({ code: discountCode }), amount: money(-discount) }] : []),
    ...(invoice === null ? [{ name: m.documents.shipping(), amount: money(shipping) }] : []),
    ...(invoice !== null && adjustment !== 0 ? [{ name: m.documents.adjustment(), amount: money(adjustment) }] : []),
  ];
}

/** The amount by rate, in EUR too: Directive 2006/112/EC, Art. 230. */
async function drawTaxes(page: Page, { taxes }: DocumentSnapshot, currency: CurrencyCode, money: Money): Promise<void> {
  const isForeign = currency !== 'EUR';
  const euro = (cents: number) => signed(cents, 'EUR');
  const width = isForeign ? 80 : 100;
  const columns = [
    { name: m.documents.rate() },
    { name: m.documents.net(), width, isAtEnd: true },
    { name: m.documents.vat(), width, isAtEnd: true },
    { name: m.documents.gross(), width, isAtEnd: true },
  ];
  const rows = taxes.map(({ rateHundredths, net, tax, netEur, taxEur }) => [
    percent(rateHundredths),
    money(net),
    money(tax),
    money(net + tax),
    ...(isForeign ? [euro(netEur), euro(taxEur)] : []),
  ]);
  const inEuro = [
    { name: m.documents.netInEuro(), width: 76, isAtEnd: true },
    { name: m.documents.vatInEuro(), width: 76, isAtEnd: true },
  ];
  await drawTable(page, isForeign ? [...columns, ...inEuro] : columns, rows);
  if (isForeign) {
    const rate = formatMinorUnits(convertCents(100, currency), currency);
    await drawText(page, { text: m.documents.euroRate({ rate }), style: 'small' });
  }
}

/** Who sells, below each page. */
function footerOf({
  name,
  legalName,
  address,
  vatId,
  email,
  phoneNumber,
  registerName,
  registerNumber,
}: SellerSnapshot) {
  const register = [registerName, registerNumber].filter(Boolean).join(' ');
  const facts = [
    legalName || name,
    shopAddress(address),
    register,
    vatId && m.documents.vatId({ id: vatId }),
    email,
    phoneNumber,
  ];
  return facts.filter(Boolean).join(' · ');
}

function percent(rateHundredths: number): string {
  return m.documents.percent({ rate: formatDecimal(rateHundredths / 100) });
}

function signed(minorUnits: number, currency: CurrencyCode): string {
  return minorUnits < 0 ? `−${formatMinorUnits(-minorUnits, currency)}` : formatMinorUnits(minorUnits, currency);
}
