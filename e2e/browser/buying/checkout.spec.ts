import { expectAccessible } from '../accessible.ts';
import {
  CARDS,
  cardForm,
  cartItem,
  chooseByTyping,
  expectNothingSent,
  fillCard,
  goToCart,
  goToPayment,
  heading,
  payButton,
  submitLogin,
  toast,
  watchChanges,
} from '../steps.ts';
import { storeAccount, storeCart, storePickup } from '../storage.ts';
import { expect, test } from '../test.ts';
import {
  addCode,
  addMethod,
  address,
  applyCode,
  chooseCourier,
  codeField,
  fillAddress,
  proceed,
  readOrder,
  summary,
} from './checkout.ts';

test('buys with delivery, a discount code and a note, and each choice updates the summary', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { code } = await addCode(shop);
  const { product, token } = await goToPayment(page, shop);
  const goods = 2 * product.price;
  await expect(summary(page)).toContainText(`Total${goods.toFixed(2)}€`);
  await chooseCourier(page, courier);
  await expect(summary(page)).toContainText(`${courier}5.00€`);
  await expect(summary(page)).toContainText(`Total${(goods + 5).toFixed(2)}€`);
  await fillAddress(page);
  await applyCode(page, ` ${code.toLowerCase()} `);
  const total = (goods * 0.9 + 5).toFixed(2);
  await expect(summary(page)).toContainText(`Total${total}€`);
  await page.getByLabel('Order note (optional)').fill('Ring twice');
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toHaveText(`Pay ${total}€`);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({
    state: 'paid',
    amount: Number(total),
    shippingName: courier,
    delivery: { name: 'Ada Lovelace', city: 'Novi Sad', country: 'RS', phoneNumber: '' },
    discountCode: code,
    note: 'Ring twice',
  });
});

test('keeps what was typed on reload, Back, a decline and 3-D Secure', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { code } = await addCode(shop);
  await goToPayment(page, shop);
  await chooseCourier(page, courier);
  await fillAddress(page);
  await applyCode(page, code);
  await page.getByLabel('Order note (optional)').fill('Ring twice');
  const expectKept = async () => {
    for (const [label, value] of Object.entries(address)) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    }
    await expect(page.getByRole('radio', { name: new RegExp(courier) })).toBeChecked();
    await expect(page.getByLabel('Order note (optional)')).toHaveValue('Ring twice');
    await expect(page.getByText(`Code ${code} applied`)).toBeVisible();
  };
  await page.reload();
  await expectKept();
  await page.getByRole('button', { name: 'Back' }).click();
  await proceed(page).click();
  await expectKept();
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(toast(page, 'Your card was declined.')).toBeVisible();
  await expectKept();
  await fillCard(page, CARDS.threeDSecure);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectKept();
});

test('keeps the card while other choices change', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  await goToPayment(page, shop);
  await fillCard(page, CARDS.success);
  await chooseCourier(page, courier);
  await page.getByLabel('Currency').selectOption('USD');
  await expect(payButton(page)).toHaveText(/^Pay \$/);
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue(CARDS.success);
});

test('says what is missing in the address, and opens no order', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  await goToPayment(page, shop);
  await expect(payButton(page)).toBeEnabled();
  await chooseCourier(page, courier);
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  const changes = watchChanges(page);
  await payButton(page).click();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Name is required');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('City is required');
  await expectNothingSent(page, changes);
});

test('offers the methods that serve the country', async ({ page, shop }) => {
  const serbian = await addMethod(shop, { countries: ['RS'] });
  await goToPayment(page, shop);
  await chooseCourier(page, serbian);
  await expect(summary(page)).toContainText(serbian);
  await page.getByLabel('Country').selectOption('FR');
  await expect(
    page.getByText(`${serbian} doesn't deliver to this country. Choose another shipping method.`),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled();
  await page.getByRole('radio', { name: /Collect in store/ }).check();
  await expect(payButton(page)).toBeEnabled();
});

test('says at the field why a code is refused, and pays without it', async ({ page, shop }) => {
  const { code, id } = await addCode(shop);
  const { token, product } = await goToPayment(page, shop);
  await applyCode(page, 'NONSENSE');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await applyCode(page, code);
  await expect(page.getByText(`Code ${code} applied`)).toBeVisible();
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  await shop.callAsAdmin('PUT', `/admin/discount/${id}`, { isActive: false });
  await payButton(page).click();
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(payButton(page)).toHaveText(`Pay ${(2 * product.price).toFixed(2)}€`);
  await page.getByRole('button', { name: 'Continue without a code' }).click();
  await expect(codeField(page)).not.toHaveAttribute('aria-invalid', 'true');
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({ discount: 0, discountCode: '' });
});

test('starts with the delivery of the last order', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { product, token } = await goToPayment(page, shop);
  await chooseCourier(page, courier);
  await fillAddress(page);
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/order');
  await proceed(page).click();
  await expect(page.getByRole('radio', { name: new RegExp(courier) })).toBeChecked();
  for (const line of Object.values(address)) await expect(page.getByText(line)).toBeVisible();
  await expect(page.getByLabel('Order note (optional)')).toHaveValue('');
  await page.getByRole('button', { name: 'Change the address' }).click();
  await expect(page.getByLabel('Country')).toBeFocused();
  await expect(page.getByLabel('Country')).toHaveValue('RS');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace');
  await page.getByLabel('City').fill('Beograd');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({ delivery: { name: 'Ada Lovelace', city: 'Beograd' } });
});

test('shows the fields of a known address that is not delivered to any more', async ({
  page,
  shop,
  shopper,
  product,
}) => {
  const courier = await addMethod(shop, { countries: ['RS'] });
  const { shippingMethods } = await shop.callAsAdmin('GET', '/admin/shipping-method');
  const method = shippingMethods.find(({ name }: { name: string }) => name === courier);
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const last = await shop.placeOrder(product, shopper, { amount: 30, shippingMethod: method.code, delivery });
  await shop.pay(last);
  await expect.poll(async () => (await shop.readOrder(last)).state).toBe('paid');
  await shop.callAsAdmin('PUT', `/admin/shipping-method/${method._id}`, { ...method, countries: ['FR'] });
  await storeCart(page, [cartItem(product)]);
  await page.goto('/order');
  await proceed(page).click();
  await expect(
    page.getByText(`${courier} doesn't deliver to this country. Choose another shipping method.`),
  ).toBeVisible();
  await expect(page.getByLabel('Country')).toHaveValue('RS');
  // They stay while the shopper corrects them.
  await page.getByLabel('Country').selectOption('FR');
  await expect(page.getByRole('radio', { name: new RegExp(courier) })).toBeChecked();
  await expect(page.getByLabel('Country')).toHaveValue('FR');
  await page.getByLabel('City').fill('Paris');
  await expect(page.getByLabel('City')).toHaveValue('Paris');
});

test('what changed meanwhile is said at its line, and one click accepts it', async ({ page, shop }) => {
  const { product } = await goToPayment(page, shop);
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toBeEnabled();
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, price: product.price + 1 });
  await page.getByLabel('Order note (optional)').fill('Ring twice');
  await payButton(page).click();
  const line = page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
  await expect(line).toContainText(`${product.title} now costs`);
  await proceed(page).click();
  await expect(payButton(page)).toHaveText(`Pay ${(2 * product.price + 2).toFixed(2)}€`);
});

test('Back leads to the cart, also when it is asked for twice at once', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await page.getByRole('button', { name: 'Back', exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(heading(page, 'Your cart')).toBeVisible();
  await proceed(page).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(heading(page, 'Your cart')).toBeVisible();
});

test('what was bought or withdrawn meanwhile is said too, and the rest can be paid', async ({ page, shop }) => {
  const scarce = await shop.addProduct({ price: 12.5, stock: 2 });
  const withdrawn = await shop.addProduct();
  const shopper = await shop.newAccount();
  await storeAccount(page, shopper);
  await storePickup(page, shopper);
  await storeCart(page, [cartItem(scarce), cartItem(withdrawn)]);
  const pricesChecked = page.waitForResponse('**/api/v1/products?ids=*');
  await page.goto('/order');
  await pricesChecked;
  const items = [{ productId: scarce._id, count: 1 }];
  const other = await shop.newAccount();
  await shop.call('POST', '/payment', { token: other.token, body: { items, currency: 'EUR', amount: 12.5 } });
  await shop.callAsAdmin('PUT', '/admin/product', { id: withdrawn._id, isPublished: false });
  const lines = page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await proceed(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(`We removed ${withdrawn.title} from your cart`);
  await proceed(page).click();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(`Only 1 of ${scarce.title} left, so we changed the quantity.`);
  await proceed(page).click();
  await expect(payButton(page)).toHaveText('Pay 12.50€');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, shopper.token)).toMatchObject({ state: 'paid', lines: [{ count: 1 }] });
});

test('login from the checkout returns to it, also after registering', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await storeCart(page, [cartItem(await shop.addProduct())]);
  await page.goto('/order');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await page.reload();
  await submitLogin(page, account.email, account.password);
  await expect(page).toHaveURL('/order');
  await proceed(page).click();
  await expect(heading(page, 'Payment')).toBeVisible();
});

test('works with the keyboard alone', async ({ page, shop }) => {
  const courier = await addMethod(shop, { code: `a-${crypto.randomUUID().slice(0, 8)}`, price: 0.01 });
  const { token } = await goToCart(page, shop);
  await proceed(page).focus();
  await page.keyboard.press('Enter');
  await expect(payButton(page)).toBeEnabled();
  await chooseByTyping(page.getByLabel('Country'), 'Serb', 'RS');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /Collect in store/ })).toBeFocused();
  const option = page.getByRole('radio', { name: new RegExp(courier) });
  const count = await page.getByRole('radio').count();
  for (let index = 0; index < count && !(await option.isChecked()); index++) await page.keyboard.press('ArrowDown');
  await expect(option).toBeChecked();
  for (const value of Object.values(address)) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(value);
  }
  const others = ['Order note (optional)', 'Same as the delivery address', 'Discount code'];
  for (const name of ['Phone number (optional)', ...others]) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(name)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused();
  const number = cardForm(page).getByLabel('Card number');
  for (let index = 0; index < 3 && !(await number.evaluate((field) => field === document.activeElement)); index++) {
    await page.keyboard.press('Tab');
  }
  await expect(number).toBeFocused();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.type('1234');
  await page.keyboard.type('123');
  await expect(payButton(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({ shippingName: courier, delivery: { city: 'Novi Sad' } });
});

test('the checkout is accessible', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  await goToPayment(page, shop);
  await chooseCourier(page, courier);
  await page.getByLabel('City').focus();
  await page.getByLabel('Full name').focus();
  await applyCode(page, 'NONSENSE');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the checkout', [390, 768, 1440]);
});

test('on a phone, the total is in view before its summary', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const { product } = await goToPayment(page, shop);
  await expect(payButton(page)).toBeEnabled();
  await expect(summary(page)).not.toBeInViewport({ ratio: 1 });
  const total = page.getByRole('main').getByText(`Total${(2 * product.price).toFixed(2)}€`);
  await expect(total.first()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect(total.first()).toBeHidden();
  await expect(summary(page)).toBeInViewport({ ratio: 1 });
});
