import type { Page, Route } from '@playwright/test';
import { FIRST_VIEW_ELEMENT } from '#contract/shop/shop-page.ts';

/** Intercepts the client's API calls, for tests that need a response the shop would not send. */

function api(call: string): string {
  return `**/api/v1${call}`;
}

type Handler = Parameters<Page['route']>[1];

async function intercept(page: Page, call: string, handler: Handler, options?: { times?: number }): Promise<void> {
  if (isForProducts(call)) await dropFirstView(page);
  await page.route(api(call), handler, options);
}

function isForProducts(call: string): boolean {
  return call.startsWith('/products');
}

const FIRST_VIEW = new RegExp(`<script type="application/json" id="${FIRST_VIEW_ELEMENT}">.*?</script>`);

/** Makes pages request the products that the server embeds in them. Tests that intercept these calls need it. */
export async function dropFirstView(page: Page): Promise<void> {
  const isPage = ({ pathname }: URL) => !/^\/(api|assets|uploads)\//.test(pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ response, body: (await response.text()).replace(FIRST_VIEW, '') });
  });
}

/** Responds to an API call in place of the shop. `call` is a path; `*` matches anything in it. */
export async function respondWith(page: Page, call: string, status: number, body: object): Promise<void> {
  await intercept(page, call, (route) => route.fulfill({ status, json: body }));
}

/** Aborts every call to an API path, as a network failure would. */
export async function abortCalls(page: Page, call: string): Promise<void> {
  await intercept(page, call, (route) => route.abort());
}

/** Stops intercepting: calls reach the shop again. */
export async function stopIntercepting(page: Page, call: string): Promise<void> {
  await page.unroute(api(call));
}

type Held = {
  release(): void;
  /** Resolves when the first request is held. */
  caught: Promise<void>;
};

/** Holds every request whose URL matches, until `release` is called. */
export async function hold(page: Page, address: string | RegExp): Promise<Held> {
  const released = Promise.withResolvers<void>();
  const caught = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    caught.resolve();
    await released.promise;
    await route.fallback();
  });
  return { release: released.resolve, caught: caught.promise };
}

/** Holds every request to an API path, until `release` is called. */
export async function holdCall(page: Page, call: string): Promise<Held> {
  if (isForProducts(call)) await dropFirstView(page);
  return hold(page, api(call));
}

type Forged = NonNullable<Parameters<Route['fulfill']>[0]>;

/**
 * Delays the response to the next call: the shop responds now, or `forged` does, but the page receives it later.
 * @returns `caught` resolves when the call is held; `deliver` releases the response and waits until the page has rendered
 */
export async function holdResponse(page: Page, call: string, forged?: Forged) {
  const caught = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<void>();
  await intercept(
    page,
    call,
    async (route) => {
      const response = forged ?? { response: await route.fetch() };
      caught.resolve();
      await released.promise;
      // The page may have aborted the call.
      await route.fulfill(response).catch(() => {});
      delivered.resolve();
    },
    { times: 1 },
  );
  const deliver = async () => {
    released.resolve();
    await delivered.promise;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  return { caught: caught.promise, deliver };
}
