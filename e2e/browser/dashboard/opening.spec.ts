import type { Page } from '@playwright/test';
import type { DutyView } from '#contract/shop/duties.ts';
import { legalPageKinds } from '#contract/shop/legal-pages.ts';
import { localAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { expectAccessible } from '../accessible.ts';
import { picture, type Shop } from '../shop.ts';
import { toast } from '../steps.ts';
import { test as base, expect } from '../test.ts';

type Merchant = ReturnType<typeof merchantOf>;

/** A merchant who reads the dashboard in a language. */
function merchantOf(page: Page, code: LanguageCode) {
  const text = (message: () => string): string => inLanguage(code, message);
  return {
    page,
    text,
    open: (path: string) => page.goto(localAddress(path, code)),
    field: (label: () => string) => page.getByLabel(text(label), { exact: true }).filter({ visible: true }),
    press: (name: () => string) =>
      page
        .getByRole('button', { name: text(name), exact: true })
        .filter({ visible: true })
        .click(),
    told: (message: () => string) => expect(toast(page, text(message))).toBeVisible(),
  };
}

async function setUp({ page, field, press, open, told, text }: Merchant): Promise<void> {
  await open('/dashboard/shop');
  await field(m.settings.name).fill('Tea & Co');
  await field(m.settings.legalName).fill('Tea Ltd');
  await field(m.settings.street).fill('Ring 1');
  await field(m.settings.postCode).fill('1010');
  await field(m.settings.city).fill('Wien');
  await field(m.settings.country).selectOption('AT');
  await field(m.settings.phoneNumber).fill('+43 1 555');
  for (const kind of [m.settings.weee, m.settings.batteries]) {
    const registrations = page.getByRole('group', { name: text(kind) });
    await registrations.getByRole('combobox').selectOption('AT');
    await registrations.getByRole('textbox').fill('AT 12345');
  }
  await press(m.common.save);
  await told(m.settings.saved);
}

async function publish({ page, field, press, open, told, text }: Merchant, kind: 'imprint' | 'terms'): Promise<void> {
  await open(`/dashboard/pages/${kind}`);
  await field(m.legalPages.title).fill('Who we are');
  await field(m.legalPages.text).fill('{{legalName}}, {{address}}, {{email}}');
  await press(m.legalPages.publish);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text(m.legalPages.publish) })
    .click();
  await told(() => m.legalPages.published({ version: 1 }));
}

async function addProduct({ page, field, press, open, told, text }: Merchant, categoryId: string): Promise<void> {
  await open('/dashboard/add-product');
  await field(m.products.titleField).fill('Tablet');
  await field(m.products.description).fill('Bright');
  await field(m.products.category).selectOption(categoryId);
  await field(m.products.price).fill('500');
  const choosing = page.waitForEvent('filechooser');
  await press(m.products.choosePictures);
  await (await choosing).setFiles([await picture('#aa3344')]);
  for (const section of await page.locator('main form details > summary').all()) await section.click();
  await field(m.sales.salePrice).fill('400');
  await field(m.productData.brand).fill('Lumen');
  await field(m.productData.gtin).fill('4006381333931');
  await field(m.productData.manufacturer).selectOption('Lumen Ltd');
  await field(m.productData.energyClass).selectOption('C');
  await field(m.productData.chargerIncluded).selectOption({ label: text(m.common.no) });
  await field(m.productData.minWatts).fill('5');
  await field(m.productData.maxWatts).fill('20');
  await field(m.productData.usbPd).selectOption({ label: text(m.common.yes) });
  await field(m.productData.hasBattery).selectOption({ label: text(m.common.yes) });
  await press(m.products.add);
  await told(m.catalogue.productAdded);
}

/** What the merchant's lawyer has written, and what only they can download. */
async function publishOthers(shop: Shop, spoken: readonly LanguageCode[]): Promise<void> {
  for (const kind of legalPageKinds) {
    if (kind === 'imprint' || kind === 'terms') continue;
    await shop.callAsAdmin('PUT', `/admin/page/${kind}`, { language: 'en', title: kind, body: 'By {{name}}.' });
    await shop.callAsAdmin('POST', `/admin/page/${kind}/publish`, { language: 'en' });
  }
  for (const language of spoken) {
    const { buffer, mimeType } = await picture('#ffffff');
    const form = new FormData();
    form.set('language', language);
    form.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'notice.png');
    const { status } = await shop.call('POST', '/admin/page/guarantee/notice', { token: shop.admin.token, form });
    expect(status).toBe(200);
  }
}

for (const code of ['en', 'de'] as const) {
  /** Runs in a worker of its own, so that nobody else has products in its shop. */
  const test = base.extend<object, { shop: Shop }>({
    shop: [async ({ shop }, use) => use(shop), { scope: 'worker' }],
  });

  test.describe(`in ${code}`, () => {
    const spoken: LanguageCode[] = code === 'en' ? ['en'] : ['en', code];
    test.use({ login: 'admin', languages: spoken });

    test('a merchant opens a shop that meets every duty', async ({ page, shop }) => {
      const merchant = merchantOf(page, code);
      const duties = async (): Promise<DutyView[]> => (await shop.callAsAdmin('GET', '/admin/duty')).duties;
      const category = { categoryName: 'Tablets', labels: ['energy', 'charger'] };
      const { categoryId } = await shop.callAsAdmin('POST', '/admin/category', category);
      const company = { name: 'Lumen Ltd', address: 'Ring 2\n1010 Wien', contact: 'https://lumen.example' };
      await shop.callAsAdmin('POST', '/admin/company', company);

      await merchant.open('/dashboard/duties');
      const open = page.getByRole('region', { name: new RegExp(`^${merchant.text(m.duties.open)} `) });
      await expect(open.getByRole('listitem')).toHaveCount(
        (await duties()).filter(({ state }) => state === 'open').length,
      );
      await setUp(merchant);
      await publish(merchant, 'imprint');
      await publish(merchant, 'terms');
      await addProduct(merchant, categoryId);
      await publishOthers(shop, spoken);

      await merchant.open('/dashboard/duties');
      const met = page.getByRole('region', { name: new RegExp(`^${merchant.text(m.duties.met)} `) });
      await expect(met.getByRole('listitem')).toHaveCount((await duties()).length - 1);
      await expect(open).toHaveCount(0);
      await expectAccessible(page, 'duties that are all met');
      const entry = page.getByRole('navigation').getByRole('link', { name: merchant.text(m.admin.duties) });
      await expect(entry).toHaveAccessibleName(merchant.text(m.admin.duties));
    });
  });
}
