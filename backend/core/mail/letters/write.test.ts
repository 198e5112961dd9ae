import { expect, test } from 'vitest';
import { button, type Letter, paragraph } from './letter.ts';
import { writeLetter } from './write.ts';

const shop = {
  name: 'Čović & Sons',
  address: { street: 'Main Street 1', postCode: '21000', city: 'Novi Sad', country: 'RS' },
};
const writer = { shop, publicUrl: 'https://shop.example.com' };

function write(letter: Letter) {
  return writeLetter(letter, writer);
}

const HOSTILE = `<script>alert("x")</script><mj-include path="/etc/passwd" /> & {{ name }} '"`;
const hostile: Letter = {
  title: HOSTILE,
  blocks: [
    paragraph(HOSTILE),
    { kind: 'heading', text: HOSTILE },
    { kind: 'facts', facts: [{ name: HOSTILE, lines: [HOSTILE] }] },
    {
      kind: 'items',
      items: [{ title: HOSTILE, detail: HOSTILE, amount: HOSTILE }],
      sums: [{ name: HOSTILE, amount: HOSTILE, isTotal: true }],
    },
    { ...button(HOSTILE, 'https://track.example.com/?a=1&b="x"'), isSecondary: true },
    { kind: 'link', text: HOSTILE, href: 'https://track.example.com/?a=1&b="x"' },
  ],
};

test('names the shop and says the same in both parts', () => {
  const { html, text } = write({
    title: 'Order confirmed',
    blocks: [
      paragraph('Thanks for your order, ana.'),
      { kind: 'facts', facts: [{ name: 'Your note', lines: ['Ring', 'twice'] }] },
      {
        kind: 'items',
        items: [{ title: '2 × Laptop', detail: 'Fine', amount: '1,200.00€' }],
        sums: [{ name: 'Total', amount: '1,200.00€', isTotal: true }],
      },
      button('View order', 'https://shop.example.com/orders/1'),
    ],
  });
  expect(text).toBe(
    [
      'Order confirmed',
      '',
      'Thanks for your order, ana.',
      '',
      'Your note',
      'Ring',
      'twice',
      '',
      '2 × Laptop   1,200.00€',
      'Fine',
      'Total        1,200.00€',
      '',
      'View order https://shop.example.com/orders/1',
      '',
      'Čović & Sons · Main Street 1 · 21000 Novi Sad · Serbia',
      'Visit the shop https://shop.example.com',
      'Contact us https://shop.example.com/contact',
    ].join('\n'),
  );
  expect(html).toContain('<title>Order confirmed</title>');
  expect(html).toContain('href="https://shop.example.com/orders/1"');
  expect(html).toContain('<html lang="en" dir="ltr"');
  // Nothing is loaded from elsewhere, which would tell when a mail is read.
  expect(html).not.toMatch(/<(img|link)|url\(/);
});

test('carries each picture once, which the text does without', () => {
  const picture = Buffer.from('a picture');
  const items = [{ title: 'Lamp', picture }, { title: 'Two lamps', picture }, { title: 'Cable' }];
  const { html, text, attachments } = write({ title: 'Order confirmed', blocks: [{ kind: 'items', items }] });
  expect(attachments).toEqual([
    { cid: 'picture-1', filename: 'picture-1.webp', content: picture, contentDisposition: 'inline' },
  ]);
  expect(html.match(/<img src="cid:picture-1" alt=""/g)).toHaveLength(2);
  expect(text).toContain('\nLamp\nTwo lamps\nCable\n');
});

test('escapes every text', () => {
  const { html, text } = write(hostile);
  expect(html).not.toMatch(/<script|<mj-|root:/);
  expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(10);
  expect(html).toContain('href="https://track.example.com/?a=1&amp;b=&quot;x&quot;"');
  expect(text.match(/<script>/g)?.length).toBeGreaterThanOrEqual(8);
  expect(text).toContain('{{ name }}');
});

test('breaks long lines of the text, except addresses', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const address = `https://shop.example.com/resetPassword/${'x'.repeat(80)}`;
  const { text } = write({
    title: words,
    blocks: [
      paragraph(words),
      { kind: 'items', items: [{ title: words, detail: words, amount: '11,700,000.00дин' }] },
      button('Open', address),
    ],
  });
  const lines = text.split('\n');
  expect(lines.filter((line) => line.length > 72)).toEqual([address]);
  for (const part of ['word59', '11,700,000.00дин']) expect(text).toContain(part);
});
