import { expect, test } from 'vitest';
import { renderPage } from './markdown.ts';

const render = (body: string, values = {}) => renderPage(body, values).trim();

test('shows HTML as text', () => {
  expect(render('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  expect(render('a <b onclick="x">b</b>')).toBe('<p>a &lt;b onclick="x"&gt;b&lt;/b&gt;</p>');
});

test.each([
  ['[a](https://other.test/x?y=1&z=2)', '<a href="https://other.test/x?y=1&amp;z=2" rel="external noopener">a</a>'],
  ['[a](HTTP://other.test)', '<a href="HTTP://other.test" rel="external noopener">a</a>'],
  ['[a](mailto:a@b.test)', '<a href="mailto:a@b.test">a</a>'],
  ['[a](/pages/terms)', '<a href="/pages/terms">a</a>'],
  ['<https://other.test>', '<a href="https://other.test" rel="external noopener">https://other.test</a>'],
])('%s is a link', (body, html) => {
  expect(render(body)).toBe(`<p>${html}</p>`);
});

test.each([
  '[a](//other.test)',
  '[a](/\\other.test)',
  '[a](/%5Cother.test)',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](data:text/html,x)',
  '[a](vbscript:x)',
  '[a](tel:123)',
  '[a](other)',
  '[a](#part)',
  '[a](/\t/other.test)',
  '[a]: //other.test\n\n[a]',
])('%s leads nowhere else', (body) => {
  const html = render(body);
  const [, href] = /<a href="([^"]*)"/.exec(html) ?? [];
  expect(html).not.toContain('<img');
  expect(new URL(href ?? '/', 'https://shop.test').host).toBe('shop.test');
});

test('headings begin at the second level, whichever they are written with', () => {
  expect(render('# One\n\n## Two\n\n###### Six')).toBe('<h2>One</h2>\n<h3>Two</h3>\n<h6>Six</h6>');
  expect(render('### One\n\n#### Two')).toBe('<h2>One</h2>\n<h3>Two</h3>');
});

test('values are text, in code and links, too', () => {
  const values = { name: '<b>[x](https://evil.test)*y*{{email}}', email: 'a b"@c.test' };
  expect(render('{{name}}', values)).toBe('<p>&lt;b&gt;[x](https://evil.test)*y*{{email}}</p>');
  expect(render('`{{ name }}`', values)).toContain('&lt;b&gt;[x]');
  expect(render('[write](mailto:{{email}})', values)).toBe('<p><a href="mailto:a%20b%22@c.test">write</a></p>');
  expect(render('[x]({{name}})', values)).not.toContain('<a');
});

test('tables, lists and emphasis stay', () => {
  expect(render('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>2</td>');
  expect(render('3. three\n4. four')).toContain('<ol start="3">');
  expect(render('**a** *b* ~~c~~')).toBe('<p><strong>a</strong> <em>b</em> <s>c</s></p>');
});
