import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CARDS, cardForm, cartItem, heading, toast } from '../steps.ts';
import { storeCart } from '../storage.ts';
import { expect, test } from '../test.ts';
import { addMethod } from './checkout.ts';

/** What a shopper reads on the way from the search to the invoice. */
const texts = {
  de: {
    search: 'Produkte suchen',
    view: 'Zum Produkt',
    add: 'In den Warenkorb',
    added: 'Artikel in den Warenkorb gelegt',
    cartLink: 'Warenkorb, 1 Artikel',
    cart: 'Ihr Warenkorb',
    each: '1.250,00€ pro Stück',
    proceed: 'Weiter zur Zahlung',
    checkout: 'Lieferung und Zahlung',
    country: ['Land', 'Serbien'],
    address: { 'Vor- und Nachname': 'Ada Lovelace', 'Straße und Hausnummer': 'Main Street 1', Ort: 'Novi Sad' },
    postCode: 'Postleitzahl',
    required: 'Bitte geben Sie eine Postleitzahl ein',
    pay: 'Für 1.255,00€ kaufen',
    card: ['Kartennummer', 'Ablaufdatum', 'Sicherheitscode'],
    declined: 'Ihre Karte wurde abgelehnt.',
    hint: 'Ihre Karte wurde nicht belastet. Prüfen Sie die Kartendaten oder verwenden Sie eine andere Karte.',
    thanks: 'Vielen Dank für Ihre Bestellung',
    order: 'Bestellung',
    viewOrder: /^Bestellung \d+ ansehen$/,
    sums: ['Zwischensumme1.250,00€', 'Gesamt1.255,00€'],
    steps: ['Bestellt', 'Bezahlt', 'Versandt (steht noch aus)', 'Zugestellt (steht noch aus)'],
    invoice: /^Herunterladen \(/,
  },
  sr: {
    search: 'Pretraži proizvode',
    view: 'Pogledaj proizvod',
    add: 'Dodaj u korpu',
    added: 'Dodali ste novi artikal u korpu',
    cartLink: 'Korpa, 1 artikal',
    cart: 'Vaša korpa',
    each: '1.250,00€ po komadu',
    proceed: 'Nastavi na plaćanje',
    checkout: 'Isporuka i plaćanje',
    country: ['Država', 'Srbija'],
    address: { 'Ime i prezime': 'Ada Lovelace', 'Ulica i broj': 'Main Street 1', Mesto: 'Novi Sad' },
    postCode: 'Poštanski broj',
    required: 'Unesite poštanski broj',
    pay: 'Plati 1.255,00€',
    card: ['Broj kartice', 'Datum isteka', 'Sigurnosni kod'],
    declined: 'Vaša kartica je odbijena.',
    hint: 'Novac nije naplaćen. Proverite podatke o kartici ili upotrebite drugu.',
    thanks: 'Hvala vam na porudžbini',
    order: 'Porudžbina',
    viewOrder: /^Pogledaj porudžbinu \d+$/,
    sums: ['Međuzbir1.250,00€', 'Ukupno1.255,00€'],
    steps: ['Poručeno', 'Plaćeno', 'Poslato (tek sledi)', 'Isporučeno (tek sledi)'],
    invoice: /^Preuzmi /,
  },
};

test.use({ languages: ['en', 'de', 'sr'] });

async function fillCard(page: Page, labels: string[], number: string): Promise<void> {
  for (const [index, value] of [number, '12 / 34', '123'].entries()) {
    await cardForm(page)
      .getByLabel(labels[index] ?? '')
      .fill(value);
  }
}

for (const [code, words] of Object.entries(texts)) {
  test(`a shopper buys in ${code}, from the search to the invoice`, async ({ page, shop, shopper }) => {
    const courier = await addMethod(shop, { countries: ['RS'] });
    const { title } = await shop.addProduct({ price: 1250 });
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await page.goto(`/${code}`);
    await expect(page.getByRole('banner')).toContainText(shopper.username);
    await page.getByRole('combobox', { name: words.search }).fill(title);
    const links = page.getByRole('link', { name: words.view });
    await links.and(page.getByRole('link', { description: title })).click();
    await button(words.add).click();
    await expect(toast(page, words.added)).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: words.cartLink }).click();

    await expect(page).toHaveURL(`/${code}/order`);
    await expect(heading(page, words.cart)).toBeFocused();
    await expect(page.getByRole('main')).toContainText(words.each);
    await button(words.proceed).click();

    await expect(heading(page, words.checkout)).toBeVisible();
    const [country = '', serbia = ''] = words.country;
    await page.getByLabel(country, { exact: true }).selectOption({ label: serbia });
    await page.getByRole('radio', { name: courier }).press('Space');
    for (const [label, value] of Object.entries(words.address))
      await page.getByLabel(label, { exact: true }).fill(value);
    await fillCard(page, words.card, CARDS.declined);
    await button(words.pay).click();
    await expect(page.getByLabel(words.postCode)).toHaveAccessibleDescription(words.required);
    await page.getByLabel(words.postCode).fill('21000');
    await button(words.pay).click();
    await expect(toast(page, words.declined)).toBeVisible();
    await expect(page.getByText(words.hint)).toBeVisible();
    await fillCard(page, words.card, CARDS.success);
    await button(words.pay).click();

    await expect(heading(page, words.thanks)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${code}/order\\?`));
    await page.getByRole('link', { name: words.viewOrder }).click();

    await expect(heading(page, new RegExp(`^${words.order} \\d+$`))).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`/${code}/orders/`));
    await expect(page).toHaveTitle(new RegExp(`^${words.order} \\d+`));
    await expect(page.getByRole('listitem').filter({ has: page.locator('.circle') })).toContainText(words.steps);
    for (const sum of words.sums) await expect(page.getByRole('main')).toContainText(sum);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: words.invoice }).click();
    const file = await readFile(await (await downloading).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  });
}

test('login, logout and redirects keep the language', async ({ page, shop, product }) => {
  await page.goto('/de/profile');
  await expect(page).toHaveURL('/de');
  await expect(page.getByRole('banner').getByRole('link', { name: 'WebShop' })).toHaveAttribute('href', '/de');
  await storeCart(page, [cartItem(product)]);
  await page.goto('/de/order');
  await page.getByRole('link', { name: 'Anmelden und fortfahren' }).click();
  await expect(page).toHaveURL('/de/authorization');
  const { email, username, password } = await shop.newAccount();
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL('/de/order');
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/de/authorization');
});
