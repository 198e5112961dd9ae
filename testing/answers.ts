import type { Page, Route } from '@playwright/test';

/** Intercepts the client's API calls, for tests that need a response the shop would not give. */

function api(call: string): string {
  return `**/api/v1${call}`;
}

/** Responds to an API call in the shop's stead. `call` is a path; `*` matches anything in it. */
export async function answerWith(page: Page, call: string, status: number, body: object): Promise<void> {
  await page.route(api(call), (route) => route.fulfill({ status, json: body }));
}

/** Aborts every call to an API path, as a network failure would. */
export async function breakOff(page: Page, call: string): Promise<void> {
  await page.route(api(call), (route) => route.abort());
}

/** Stops intercepting: calls reach the shop again. */
export async function answerAgain(page: Page, call: string): Promise<void> {
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
export function holdCall(page: Page, call: string): Promise<Held> {
  return hold(page, api(call));
}

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>;

/**
 * Lets the next answer of a call be given now and arrive later: the shop's own, unless another one is passed.
 * @returns `deliver`, which waits until the page has drawn what it makes of the answer
 */
export async function holdAnswer(page: Page, call: string, answer?: Answer) {
  const { promise: caught, resolve: catchIt } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: delivered, resolve: noteDelivered } = Promise.withResolvers<void>();
  await page.route(
    api(call),
    async (route) => {
      const given = answer ?? { response: await route.fetch() };
      catchIt();
      await released;
      // The page may have given up this call already.
      await route.fulfill(given).catch(() => {});
      noteDelivered();
    },
    { times: 1 },
  );
  const deliver = async () => {
    release();
    await delivered;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
  return { caught, deliver };
}
