import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import { PaymentsFixture } from '../../../testing/data/payments.ts';
import { embeddedFonts } from '../../../testing/data/pdf-fonts.ts';
import { newId } from '../../core/ids.ts';
import { requestRefund } from '../orders/money/refund-requests.ts';
import { drawBlocks, drawDocument } from './page.ts';

const fixture = await PaymentsFixture.use();
const delivery = {
  name: 'Ђорђе Čović',
  address: 'Булевар ослобођења 1',
  city: 'Novi Sad',
  postCode: '21000',
  country: 'RS',
};
let methods = 0;

beforeEach(() => fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [] }));

async function download(path: string, token = fixture.shopper.token) {
  const response = await fetch(`${fixture.shop.url}/api/v1${path}`, { headers: { Authorization: token } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, bytes };
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** A paid order of two laptops (100 EUR each) with 10% off, delivered for 5 EUR: 185 EUR, in dinars. */
async function placeOrder(to: Partial<typeof delivery> = {}, note = 'Ring twice'): Promise<string> {
  methods += 1;
  await fixture.asAdmin('POST', '/admin/shipping-method', {
    code: `post-${methods}`,
    name: 'Post',
    price: 5,
    minDays: 1,
    maxDays: 3,
  });
  await fixture.asAdmin('POST', '/admin/discount', { code: `TEN${methods}`, percent: 10 });
  const { body } = await fixture.prepare({
    items: [{ productId: fixture.laptop, count: 2 }],
    currency: 'RSD',
    amount: 21_645,
    shippingMethod: `post-${methods}`,
    discountCode: `TEN${methods}`,
    delivery: { ...delivery, ...to },
    note,
  });
  await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  return body.orderId;
}

describe('an invoice', () => {
  test('names seller, buyer, lines, totals and VAT, in any alphabet', async () => {
    const orderId = await placeOrder();
    const { response, bytes } = await download(`/orders/${orderId}/invoice`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    const [order] = await fixture.orders();
    const { documents } = (
      await fixture.shop.call('GET', `/orders/${orderId}/documents`, { token: fixture.shopper.token })
    ).body;
    expect(documents).toMatchObject([{ kind: 'invoice', currency: 'RSD', amount: 21_645 }]);
    const { number } = documents[0];
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="invoice-${number}.pdf"`);
    const text = await textOf(bytes);
    for (const part of [
      'Novi Sad Продавница',
      'Main Street 1 21000 Novi Sad Serbia',
      'VAT ID RS123456789',
      `Invoice ${number}`,
      `Order ${order?.number}`,
      'Ђорђе Čović',
      'Булевар ослобођења 1',
      '21000 Novi Sad',
      'Serbia',
      'Laptop 2 9,750.00дин 20% 23,400.00дин',
      'Subtotal 23,400.00дин',
      `Discount TEN${methods} −2,340.00дин`,
      'Shipping 585.00дин',
      'Total 21,645.00дин',
      '20% 18,037.50дин 3,607.50дин 21,645.00дин 154.17€ 30.83€',
      'Converted at the fixed rate of 1€ = 117.00дин',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('has the same bytes each time, also after a refund, for its shopper and for those who may read orders', async () => {
    const orderId = await placeOrder();
    const support = await fixture.shop.staff('support');
    const first = await download(`/orders/${orderId}/invoice`);
    await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`);
    const second = await download(`/orders/${orderId}/invoice`, support.token);
    expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
  });

  test('names the buyer of an order for pickup, also once the account is deleted', async () => {
    const { orderId } = await fixture.placePaidOrder();
    const admin = await fixture.shop.admin();
    const { username, userId } = fixture.shopper;
    await fixture.asAdmin('DELETE', `/admin/user/${userId}`);
    expect(await textOf((await download(`/orders/${orderId}/invoice`, admin.token)).bytes)).toContain(username);
  });

  test('exists only once the order is paid, and not for others', async () => {
    const { orderId } = await fixture.placeOrder();
    expect((await download(`/orders/${orderId}/invoice`)).response.status).toBe(409);
    for (const other of [await fixture.shop.newAccount(), await fixture.shop.staff('catalogue')]) {
      expect((await download(`/orders/${orderId}/invoice`, other.token)).response.status).toBe(404);
    }
    expect((await download(`/orders/${newId()}/invoice`)).response.status).toBe(404);
    expect((await fixture.shop.call('GET', `/orders/${orderId}/invoice`)).status).toBe(401);
  });

  test('of 60 lines continues on further pages', async () => {
    const products = await Promise.all(
      Array.from({ length: 60 }, (_, index) => fixture.addProduct(`Part ${index + 1}`, 100)),
    );
    const { body } = await fixture.pay(
      products.map((productId) => ({ productId, count: 1 })),
      60,
    );
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    const { bytes } = await download(`/orders/${body.orderId}/invoice`);
    const pdf = await getDocumentProxy(bytes.slice());
    expect(pdf.numPages).toBeGreaterThan(1);
    const text = await textOf(bytes);
    for (const part of ['Part 1 1', 'Part 60 1', 'Total 60.00€']) expect(text).toContain(part);
  });
});

test('a packing slip has the address, the note and what to pack, but no prices, for admins only', async () => {
  const orderId = await placeOrder();
  const path = `/admin/order/${orderId}/packing-slip`;
  const { token } = await fixture.shop.admin();
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, {
    lines: [{ productId: fixture.laptop, count: 1 }],
    reason: 'Broken',
    restock: false,
  });
  const text = await textOf((await download(path, token)).bytes);
  for (const part of ['Packing slip', 'Ђорђе Čović', 'Serbia', 'Ring twice', 'Laptop Fine 1 ×']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('дин');
  expect((await download(path)).response.status).toBe(403);
});

test('a packing slip has the units that were shipped before they were refunded', async () => {
  const orderId = await placeOrder();
  const lines = [{ productId: fixture.laptop, count: 1 }];
  await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'DHL', lines });
  const refund = { lines: [{ productId: fixture.laptop, count: 1, returned: 1 }], reason: 'Broken', restock: false };
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, refund);
  const { token } = await fixture.shop.admin();
  const { bytes } = await download(`/admin/order/${orderId}/packing-slip`, token);
  expect(await textOf(bytes)).toContain('Laptop Fine 2 ×');
});

test('a packing slip leaves out the units of a withdrawal that waits for a refund', async () => {
  const orderId = await placeOrder();
  const input = { amount: 10, reason: 'Late', restock: false };
  await requestRefund(fixture.shop.em(), await fixture.shop.admin(), orderId, { input, key: null });
  const body = { lines: [{ productId: fixture.laptop, count: 1 }] };
  const { token } = fixture.shopper;
  expect((await fixture.shop.call('POST', `/orders/${orderId}/withdrawal`, { token, body })).status).toBe(200);
  const { bytes } = await download(`/admin/order/${orderId}/packing-slip`, (await fixture.shop.admin()).token);
  expect(await textOf(bytes)).toContain('Laptop Fine 1 ×');
});

test('a packing slip shows whole titles and pictures, and continues on further pages', async () => {
  const { shop } = fixture;
  const title = 'Laptop of a very long name that fills more than a line '.repeat(3).trim();
  const productIds = await Promise.all(
    Array.from({ length: 15 }, (_, index) => fixture.addProduct(`${title} ${index}`, 100)),
  );
  const addPicture = async (productId: string, file: Buffer | null) => {
    const id = newId();
    if (file !== null) await shop.storage.put(`uploads/${id}-320.webp`, file);
    const picture = `insert into picture (id, owner_kind, owner_id, state, extension, widths) values (?, 'product', ?, 'ready', '.jpg', '{320}')`;
    await shop.em().execute(picture, [id, productId]);
  };
  const green = sharp({ create: { width: 320, height: 320, channels: 4, background: '#117733' } });
  const pictures = [await green.webp().toBuffer(), Buffer.from('broken'), null];
  for (const [index, picture] of pictures.entries()) await addPicture(productIds[index] ?? '', picture);
  const { body } = await fixture.pay(
    productIds.map((productId) => ({ productId, count: 1 })),
    15,
  );
  const { token } = await shop.admin();
  const { bytes } = await download(`/admin/order/${body.orderId}/packing-slip`, token);
  const text = await textOf(bytes);
  for (const index of productIds.keys()) expect(text).toContain(`${title} ${index} Fine 1 ×`);
  const pdf = await getDocumentProxy(bytes.slice());
  expect(pdf.numPages).toBeGreaterThan(1);
  expect(await extractImages(pdf, 1)).toMatchObject([{ width: 320, height: 320 }]);
});

/** Texts on the first page, each with its place from the left, in points. */
async function texts(bytes: Uint8Array): Promise<{ text: string; left: number; right: number }[]> {
  const page = await (await getDocumentProxy(bytes.slice())).getPage(1);
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item && item.str.trim())) return [];
    const left: number = item.transform[4];
    return [{ text: item.str.trim(), left, right: left + item.width }];
  });
}

/** Letters without an outline, or with that of missing letters: they are printed as nothing or as a box. */
function missingLetters(bytes: Uint8Array): string[] {
  return embeddedFonts(bytes).flatMap(({ glyphs: [missing, ...glyphs] }) =>
    glyphs
      .filter(({ text }) => !/^[\s\p{M}\p{Default_Ignorable_Code_Point}]*$/u.test(text))
      .filter(({ outline }) => outline === '' || outline === missing?.outline)
      .map(({ text }) => text),
  );
}

describe('documents print', () => {
  test.each([
    ['Greek', 'Ελένη Παπαδοπούλου', 'Οδός Ερμού 12', 'Αθήνα'],
    ['Ukrainian', 'Ґалина Їжакевич', 'вулиця Хрещатик 12', 'Київ'],
    ['Vietnamese', 'Nguyễn Thị Phượng', 'Đường Lê Lợi 12', 'Đà Nẵng'],
    ['accents that combine', 'X̌əna Q̃ạ́la', 'Ṭ̄ 12', 'Ọ̀yọ́'],
    ['Arabic', 'محمد بن عبد الله', 'شارع النيل', 'القاهرة'],
    ['Persian', 'پروانه گیتی', 'خیابان چمران', 'تهران'],
    ['Arabic with vowels', 'مُحَمَّد', 'شَارِع', 'مَكَّة'],
    ['Hebrew', 'משה כהן', 'רחוב הרצל', 'תל אביב'],
    ['Hebrew with vowels', 'שָׁלוֹם', 'רְחוֹב', 'תֵּל אָבִיב'],
    ['Georgian', 'გიორგი მაისურაძე', 'რუსთაველის გამზირი 12', 'თბილისი'],
    ['Armenian', 'Արմեն Սարգսյան', 'Մաշտոցի պողոտա 12', 'Երևան'],
    ['Thai', 'สมชาย น้ำทิพย์', 'ถนนสุขุมวิท 12', 'กรุงเทพมหานคร'],
    ['Chinese', '王小明', '上海市浦东新区世纪大道100号', '上海'],
    ['traditional Chinese', '陳龍門', '臺灣大道一段100號', '臺中'],
    ['Japanese', '髙橋さくら', '東京都千代田区丸の内一丁目9番1号', '東京'],
    ['Korean', '김똠방', '서울특별시 강남구 테헤란로 123', '서울'],
  ])('%s', async (_, name, address, city) => {
    const orderId = await placeOrder({ name, address, city });
    const { bytes } = await download(`/orders/${orderId}/invoice`);
    const text = await textOf(bytes);
    for (const part of [name, address, city, 'Total 21,645.00дин']) expect(text).toContain(part.normalize('NFC'));
    expect(missingLetters(bytes)).toEqual([]);
    expect(bytes.length).toBeLessThan(50_000);
  });

  test('only with the fonts that their letters need', async () => {
    const latin = await download(`/orders/${await placeOrder()}/invoice`);
    expect(embeddedFonts(latin.bytes).map(({ name }) => name)).toEqual(['noto-sans-bold', 'noto-sans-regular']);
    const hebrew = await download(`/orders/${await placeOrder({ name: 'משה כהן' })}/invoice`);
    expect(embeddedFonts(hebrew.bytes).map(({ name }) => name)).toEqual([
      'noto-sans-bold',
      'noto-sans-regular',
      'noto-sans-hebrew-hebrew-regular',
    ]);
  });

  test('accents beside the letters that are copied', async () => {
    const { OPS } = await getResolvedPDFJS();
    const outlines = async (name: string) => {
      const { bytes } = await download(`/orders/${await placeOrder({ name })}/invoice`);
      const { fnArray } = await (await (await getDocumentProxy(bytes.slice())).getPage(1)).getOperatorList();
      return fnArray.filter((operation) => operation === OPS.constructPath).length;
    };
    const plain = await outlines('Qa Xa');
    expect([await outlines('Q̃a X̌a'), await outlines('שָׁלוֹם')]).toEqual([plain + 2, plain + 3]);
  });

  test('text of two directions in its order', async () => {
    const orderId = await placeOrder({ address: 'شارع 12, Beograd', city: 'رقم (3) ABC' });
    const { bytes } = await download(`/orders/${orderId}/invoice`);
    const all = (await texts(bytes)).toSorted((one, other) => one.left - other.left).map(({ text }) => text);
    const shown = (words: string[]) => all.filter((text) => words.includes(text));
    expect(shown(['شارع', '12', 'Beograd'])).toEqual(['Beograd', '12', 'شارع']);
    expect(shown(['رقم', '3', 'ABC'])).toEqual(['ABC', '3', 'رقم']);
    expect((await textOf(bytes)).replaceAll(' ', '')).toContain('شارع12,Beograd');
  });

  test('Thai and Chinese with lines that end after a word or character', async () => {
    const thai = 'คอมพิวเตอร์แล็ปท็อปสำหรับเล่นเกมประสิทธิภาพสูงพร้อมการ์ดจอแยกรุ่นใหม่ล่าสุดจากโรงงาน';
    const chinese = '高性能笔记本电脑，十五点六英寸屏幕，超长续航时间，适合学生和办公使用，请在门口放下。';
    const orderId = await placeOrder({}, `${thai}\n${chinese}`);
    const { token } = await fixture.shop.admin();
    const { bytes } = await download(`/admin/order/${orderId}/packing-slip`, token);
    const noteLeft = (await texts(bytes)).find(({ text }) => text === 'Note')?.left;
    const note = (await texts(bytes)).filter(({ left }) => left === noteLeft);
    const linesOf = (whole: string) => note.map(({ text }) => text).filter((text) => whole.includes(text));
    expect(linesOf(thai).join('')).toBe(thai);
    const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)].map(({ segment }) => segment);
    for (const line of linesOf(thai)) expect(words.some((word) => line.startsWith(word))).toBe(true);
    expect((await textOf(bytes)).replaceAll(' ', '')).toContain(chinese);
    expect(note.filter(({ text }) => /^[，。]/.test(text))).toEqual([]);
    for (const { right } of note) expect(right).toBeLessThan(540);
  });

  test('the same when several are drawn at once', async () => {
    const names = ['王小明', 'محمد بن عبد الله', 'สมชาย'];
    const paths: string[] = [];
    for (const name of names) paths.push(`/orders/${await placeOrder({ name })}/invoice`);
    const { token } = await fixture.shop.admin();
    const alone = [];
    for (const path of paths) alone.push(await download(path, token));
    const together = await Promise.all([...paths, ...paths].map((path) => download(path, token)));
    for (const [index, { bytes }] of together.entries()) {
      expect(Buffer.from(bytes).equals(Buffer.from(alone[index % 3]?.bytes ?? []))).toBe(true);
    }
  });

  test.each([
    ['a word wider than the page', 'W'.repeat(100), 'WWWWW'],
    ['emoji', '😀 👨‍👩‍👧 👍🏽 🇷🇸 ❤️ 1️⃣', '😀'],
    ['letters that no font has', 'Ana 𒀀\ue000 Ana', 'Ana �� Ana'],
    ['letters that have a plainer form', '𝓐𝓷𝓪 ㍿ ﷺ', 'Ana'],
    ['accents without end', `Za${'\u0301'.repeat(90)}z`, 'Z'],
    ['control characters', 'A\u0007n\u001b[1ma\u0085B', 'An[1ma'],
    ['another order of letters', 'Ana \u202eb\u202dc\u2066d', 'Ana bcd'],
    ['invisible letters', 'A\u200bn\u200d\ufeff\u00ada\u2060', 'Ana'],
  ])('names with %s', async (_, name, shown) => {
    const orderId = await placeOrder({ name, city: `${name}${name}` }, `${name}\n`.repeat(4));
    const { token } = await fixture.shop.admin();
    for (const path of [`/orders/${orderId}/invoice`, `/admin/order/${orderId}/packing-slip`]) {
      const { response, bytes } = await download(path, token);
      expect(response.status).toBe(200);
      expect(await textOf(bytes)).toContain(shown);
      expect(missingLetters(bytes)).toEqual([]);
      for (const { left, right } of await texts(bytes)) expect([left >= 55, right < 541]).toEqual([true, true]);
    }
  });
});

test('a packing slip continues a note that is longer than a page', async () => {
  const orderId = await placeOrder({}, `${'a\n'.repeat(200)}end`);
  const { token } = await fixture.shop.admin();
  const { bytes } = await download(`/admin/order/${orderId}/packing-slip`, token);
  const pages = await extractText(await getDocumentProxy(bytes.slice()));
  expect(pages.totalPages).toBeGreaterThan(3);
  expect(pages.text[0]).toContain('Ђорђе Čović');
  expect(pages.text.at(-1)).toMatch(/end\s+Laptop/);
});

test('a page starts at the right in a language from right to left', async () => {
  const seller = {
    name: 'متجر',
    legalName: '',
    address: { street: '', postCode: '', city: '', country: '' },
    vatId: '',
  };
  const pdf = await inLanguage('ar-XB', () =>
    drawDocument({ title: 'فاتورة', seller, date: new Date() }, (page) =>
      drawBlocks(page, [
        { heading: 'First', lines: [] },
        { heading: 'Second', lines: ['+381 21'] },
      ]),
    ),
  );
  const places = new Map((await texts(new Uint8Array(pdf))).map(({ text, left, right }) => [text, { left, right }]));
  expect(places.get('فاتورة')?.right).toBeCloseTo(595.28 - 56, 0);
  expect(places.get('First')?.right).toBeCloseTo(595.28 - 56, 0);
  expect(places.get('Second')?.right).toBeCloseTo(595.28 / 2, 0);
  expect(places.get('+381 21')?.right).toBeCloseTo(595.28 / 2, 0);
});

describe('the slip of a return', () => {
  const act = (path: string, body: object) => fixture.asAdmin('POST', path, body);

  test('names the return, its items and where they go, as long as they are to be sent', async () => {
    await fixture.asAdmin('PUT', '/admin/settings', { returnAddress: 'Depot 3\n21000 Novi Sad' });
    const orderId = await placeOrder();
    await act(`/admin/order/${orderId}/shipment`, { carrier: 'Post' });
    const { token } = fixture.shopper;
    const lines = [{ productId: fixture.laptop, count: 1 }];
    const input = { lines, reason: 'defective', wants: 'refund', note: '' };
    const { order } = (await fixture.shop.call('POST', `/orders/${orderId}/returns`, { token, body: input })).body;
    const [{ _id, reference }] = order.returns;
    const path = `/orders/${orderId}/returns/${_id}/slip`;
    expect((await download(path)).response.status).toBe(409);
    await act(`/admin/return/${_id}/approve`, {});
    const { response, bytes } = await download(path);
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="return-${reference}.pdf"`);
    const text = await textOf(bytes);
    for (const part of [
      `Return slip ${reference}`,
      'Defective',
      'Laptop 1 ×',
      'Ђорђе Čović',
      'To Depot 3 21000 Novi Sad',
      `Return number ${reference}`,
    ]) {
      expect(text).toContain(part);
    }
    expect((await download(path, (await fixture.shop.newAccount()).token)).response.status).toBe(404);
  });
});
