import sharp from 'sharp';
import { expect, test } from 'vitest';
import { getPage } from '../../../testing/data/pages.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { openSettings } from '../settings/shop-settings.ts';
import { readPageStates } from './pages.queries.ts';

const shop = await startTestShop({ languages: ['en', 'de', 'sr'] });

async function upload(language: string | null, bytes: Buffer | null) {
  const { token } = await shop.admin();
  const form = new FormData();
  if (language !== null) form.set('language', language);
  if (bytes !== null) form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'notice.png');
  return shop.call('POST', '/admin/page/guarantee/notice', { token, form });
}

const picture = (width: number, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png') =>
  sharp({ create: { width, height: 100, channels: 3, background: 'white' } })
    .toFormat(format)
    .toBuffer();

const shown = async (path: string) => JSON.parse((await getPage(shop.url + path)).meta('guarantee-notice') ?? 'null');

async function hasNotice(language: string) {
  const em = shop.em();
  const states = await readPageStates(em, await openSettings({}).read(em));
  return states.find((state) => state.kind === 'guarantee' && state.language === language)?.hasNotice;
}

test('a shop without the official notice shows none', async () => {
  expect(await shown('/')).toBeNull();
  expect(await hasNotice('en')).toBe(false);
});

test('the notice is shown as it was uploaded, in its language or the default one', async () => {
  const english = await picture(300);
  const { status, body } = await upload('en', english);
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'Notice saved' });
  await upload('de', await picture(310, 'webp'));
  const [notice, german] = [await shown('/contact'), await shown('/de/contact')];
  expect(notice).toMatchObject({ width: 300, height: 100 });
  expect(german).toMatchObject({ width: 310 });
  expect(await shown('/sr/contact')).toEqual(notice);
  expect([await hasNotice('en'), await hasNotice('sr')]).toEqual([true, false]);

  const response = await fetch(shop.url + notice.url);
  expect(Buffer.from(await response.arrayBuffer()).equals(english)).toBe(true);
  expect(response.headers.get('Content-Type')).toBe('image/png');
  expect(response.headers.get('Cache-Control')).toContain('immutable');
  expect((await fetch(shop.url + german.url)).headers.get('Content-Type')).toBe('image/webp');
  expect((await fetch(shop.url + notice.url.replace('.png', '.webp'))).status).toBe(404);

  await upload('en', await picture(320));
  expect(await shown('/')).toMatchObject({ width: 320 });
  expect((await fetch(shop.url + notice.url)).status).toBe(404);
});

test('a notice that is removed is shown no longer', async () => {
  const { token } = await shop.admin();
  await upload('sr', await picture(330));
  const remove = () => shop.call('DELETE', '/admin/page/guarantee/notice/sr', { token });
  expect((await remove()).body.message).toBe('Notice removed');
  expect((await remove()).status).toBe(404);
  expect(await hasNotice('sr')).toBe(false);
  const { entries } = (await shop.call('GET', '/admin/audit?subject=page', { token })).body;
  expect(entries[0]).toMatchObject({
    action: 'page.edited',
    subjectName: 'guarantee, Srpski',
    changes: { image: { from: '330 × 100', to: null } },
  });
});

test('refuses what is no notice', async () => {
  expect((await upload('xx', await picture(300))).body.fields).toHaveProperty('language');
  expect((await upload(null, await picture(300))).status).toBe(422);
  expect((await upload('en', null)).body.fields).toHaveProperty('file');
  expect((await upload('en', await picture(300, 'gif'))).status).toBe(415);
  expect((await upload('en', Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415);
  expect((await upload('en', Buffer.alloc(1024 * 1024 + 1, await picture(300)))).status).toBe(413);
  const { token } = await shop.admin();
  expect((await shop.call('POST', '/admin/page/guarantee/notice', { token, body: {} })).status).toBe(415);
});
