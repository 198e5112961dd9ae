import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import Router, { type RouterContext } from '@koa/router';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE, shopLanguages } from '#messages/languages.ts';
import { escapeHtml } from '../../core/http/html.ts';
import { requireClientSecret } from './access.ts';
import { formatMoney } from './currencies.ts';
import { StripeError } from './errors.ts';
import { newStripeId } from './ids.ts';
import type { PaymentIntent } from './objects.ts';
import { readForm, readText } from './parameters.ts';
import type { Payments } from './payments.ts';
import type { State } from './state.ts';

type Options = { state: State; payments: Payments; wake: () => void };

/** The script that shops load, and the files of the card form and of the 3-D Secure page. */
const FILES = ['stripe.js', 'form.js', 'form.css', 'authenticate.css'];

/** The script that shops load, the card form, and the 3-D Secure page. */
export function pageRoutes({ state, payments, wake }: Options): Router {
  const router = new Router();

  for (const name of FILES) {
    router.get(`/${name}`, async (ctx) => {
      permitFrames(ctx);
      ctx.type = extname(name);
      ctx.body = await readBrowserFile(name);
    });
  }

  router.get('/form.html', async (ctx) => {
    permitFrames(ctx);
    await servePage(ctx, 'form.html', formTexts);
  });

  router.get('/authenticate/:id', async (ctx) => {
    const intent = intentFor(ctx, ctx.query);
    const returnUrl = returnUrlOf(intent, readReturnUrl(ctx.query));
    // Chromium applies form-action to the redirect after a form, too.
    ctx.set('Content-Security-Policy', policy({ ancestors: "'none'", formAction: `'self' ${returnUrl.origin}` }));
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('Cache-Control', 'no-store');
    if (intent.status !== 'requires_action') return ctx.redirect(withOutcome(returnUrl, intent));
    await servePage(ctx, 'authenticate.html', () => ({
      paymentIntent: intent.id,
      clientSecret: intent.client_secret,
      returnUrl: returnUrl.href,
      theme: readText(ctx.query, 'theme') ?? '',
      ...questionTexts(intent, returnUrl.host),
    }));
  });

  router.post('/authenticate/:id', async (ctx) => {
    const form = await readForm(ctx);
    const intent = intentFor(ctx, form);
    const returnUrl = returnUrlOf(intent, readReturnUrl(form));
    const { outcome } = form;
    if (outcome !== 'complete' && outcome !== 'fail') ctx.throw(400, 'The outcome must be "complete" or "fail".');
    if (intent.status === 'requires_action') {
      const cause = { requestId: newStripeId('req'), idempotencyKey: null };
      state.transaction(() => payments.authenticate(intent, outcome === 'complete', cause));
      wake();
    }
    ctx.redirect(withOutcome(returnUrl, intent));
    ctx.status = 303;
  });

  function intentFor(ctx: RouterContext, given: Record<string, unknown>): PaymentIntent {
    try {
      const intent = payments.find(ctx.params.id ?? '');
      requireClientSecret(intent, readText(given, 'payment_intent_client_secret'), 'publishable');
      return intent;
    } catch (error) {
      if (error instanceof StripeError) ctx.throw(error.status, error.message);
      throw error;
    }
  }

  return router;
}

function permitFrames(ctx: RouterContext): void {
  ctx.set('Content-Security-Policy', policy({ ancestors: '*' }));
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  ctx.set('Cache-Control', 'no-cache');
}

/** Serves a page in the language of its address: German for "de-AT". */
async function servePage(ctx: RouterContext, name: string, valuesOf: () => Record<string, string>): Promise<void> {
  const [locale] = (readText(ctx.query, 'locale') ?? '').split('-');
  const code = shopLanguages.find((known) => known === locale) ?? DEFAULT_LANGUAGE;
  const page = await readBrowserFile(name);
  ctx.type = 'html';
  ctx.body = inLanguage(code, () => fill(page.replace('lang="en"', `lang="${code}"`), valuesOf()));
}

function formTexts(): Record<string, string> {
  const errors = {
    incomplete_number: m.testPayments.incompleteNumber(),
    incomplete_expiry: m.testPayments.incompleteExpiry(),
    incomplete_cvc: m.testPayments.incompleteCode(),
    incorrect_number: m.testPayments.incorrectNumber(),
    invalid_expiry_month: m.testPayments.invalidMonth(),
    invalid_expiry_year: m.testPayments.invalidYear(),
    invalid_cvc: m.testPayments.invalidCode(),
    card_declined: m.testPayments.declined(),
    insufficient_funds: m.testPayments.insufficientFunds(),
    expired_card: m.testPayments.expired(),
    test_mode_live_card: m.testPayments.notATestCard(),
    unreachable: m.testPayments.unreachable(),
  };
  return {
    texts: JSON.stringify(errors),
    frame: m.testPayments.frame(),
    notice: m.testPayments.notice(),
    cardsToTry: m.testPayments.cardsToTry(),
    succeeds: m.testPayments.succeeds(),
    isDeclined: m.testPayments.isDeclined(),
    lacksFunds: m.testPayments.lacksFunds(),
    requiresAuthentication: m.testPayments.requiresAuthentication(),
    cardNumber: m.testPayments.cardNumber(),
    expiry: m.testPayments.expiry(),
    expiryFormat: m.testPayments.expiryFormat(),
    securityCode: m.testPayments.securityCode(),
  };
}

function questionTexts({ amount, currency }: PaymentIntent, shop: string): Record<string, string> {
  return {
    pageTitle: m.testPayments.pageTitle(),
    approve: m.testPayments.approve({ amount: formatMoney(amount, currency), shop }),
    complete: m.testPayments.complete(),
    fail: m.testPayments.fail(),
    notice: m.testPayments.notice(),
  };
}

/** The return URL of the confirmation or, once the payment has ended, of the page's address. */
function returnUrlOf(intent: PaymentIntent, given: URL | null): URL {
  const action = intent.next_action;
  if (action?.type === 'redirect_to_url') return new URL(action.redirect_to_url.return_url);
  if (given !== null) return given;
  throw Object.assign(new Error('This payment has no return URL.'), { status: 400, expose: true });
}

function readReturnUrl(given: Record<string, unknown>): URL | null {
  const url = URL.parse(String(given.return_url));
  return url && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** https://docs.stripe.com/payments/payment-element/accept-a-payment-deferred#redirect */
export function withOutcome(returnUrl: URL, intent: PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function policy({ ancestors, formAction = "'none'" }: { ancestors: string; formAction?: string }): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors ${ancestors}`;
}

function readBrowserFile(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'browser', name), 'utf8');
}

/** Replaces a page's placeholders with values, escaped except for `strong`. */
function fill(page: string, values: Record<string, string>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) =>
    escapeHtml(values[name] ?? '').replaceAll(/&lt;(\/?strong)&gt;/g, '<$1>'),
  );
}
