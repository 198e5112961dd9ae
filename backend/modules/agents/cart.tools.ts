import { BUY_PRODUCTS_MAX, buyAddress } from '#contract/catalogue/buy-links.ts';
import { DISCOUNT_CODE_MAX } from '#contract/orders/discounts.ts';
import { quoteInput } from '#contract/orders/payments.input.ts';
import { COUNT_MAX, COUNT_MIN } from '#contract/orders/payments.ts';
import { DEFAULT_CURRENCY } from '#contract/values/money.ts';
import { m } from '#messages';
import { invalid } from '../../core/errors.ts';
import { validate } from '../../core/http/http.ts';
import { pageUrl } from '../../core/http/page-url.ts';
import { idParameter } from '../../core/http/parameters.ts';
import { quote } from '../payments/preparing/payments.service.ts';
import { moneySchema, objectSchema, presentAmount, priceNote, priceNoteSchema, schemas } from './agents.present.ts';
import { currency, inputSchema, type Tool } from './tool.ts';

const { text, integer, url, list } = schemas;

const itemSchema = {
  type: 'object',
  properties: {
    productId: idParameter,
    count: { type: 'integer', minimum: COUNT_MIN, maximum: COUNT_MAX },
  },
  required: ['productId', 'count'],
};

export const buildCart: Tool = {
  name: 'build_cart',
  title: 'Build a cart',
  description:
    'Prices products together and makes a link for the shopper, who sees there what it holds and adds it to the cart. It orders and reserves nothing.',
  input: inputSchema(
    {
      items: { type: 'array', items: itemSchema, minItems: 1, maxItems: BUY_PRODUCTS_MAX },
      currency,
      code: { type: 'string', maxLength: DISCOUNT_CODE_MAX, description: 'A discount code, in any case.' },
    },
    ['items'],
  ),
  output: objectSchema({
    url: { ...url, description: 'For the shopper to open.' },
    lines: list(
      objectSchema({ productId: text, title: text, count: integer, price: moneySchema, amount: moneySchema }),
    ),
    subtotal: moneySchema,
    discount: moneySchema,
    shippingMethod: {
      ...text,
      description: 'The cheapest: the shopper chooses, and the address decides, at checkout.',
    },
    shipping: moneySchema,
    total: moneySchema,
    vat: { ...moneySchema, description: 'In the total.' },
    priceNote: priceNoteSchema,
  }),

  async run({ items, currency: code = DEFAULT_CURRENCY, code: discountCode }, context) {
    const { em, settings, vies, publicUrl, takeQuota } = context;
    const input = validate(quoteInput, { items, currency: code, discountCode, prefersDelivery: true });
    if (new Set(input.items.map(({ productId }) => productId)).size > BUY_PRODUCTS_MAX) {
      throw invalid({ items: m.selection.tooMany({ max: BUY_PRODUCTS_MAX }) });
    }
    await takeQuota('quote');
    const { currency } = input;
    const priced = await quote({ em, settings, vies }, null, input);
    const money = (amount: number) => presentAmount(amount, currency);
    return {
      url: pageUrl(publicUrl, buyAddress(input.items, currency, input.discountCode ?? '')),
      lines: priced.lines.map(({ productId, title, count, price, amount }) => {
        return { productId, title, count, price: money(price), amount: money(amount) };
      }),
      subtotal: money(priced.subtotal),
      discount: money(priced.discount),
      shippingMethod: priced.shippingMethods.find(({ code }) => code === priced.shippingMethod)?.name ?? '',
      shipping: money(priced.shipping),
      total: money(priced.amount),
      vat: money(priced.tax.amount),
      priceNote: priceNote(),
    };
  },
};
