import type { Page, Route } from '@playwright/test';

/** What the network answers to the client, where a test needs another answer than the shop's. */

function api(call: string): string {
  return `**/api/v1${call}`;
}

/** Answers a call of the API with this, instead of asking the shop. `call` is a path, in which `*` is anything. */
export async function answerWith(page: Page, call: string, status: number, body: object): Promise<void> {
  await page.route(api(call), (route) => route.fulfill({ status, json: body }));
}

/** Breaks the connection of every call to a path of the API. */
export async function breakOff(page: Page, call: string): Promise<void> {
  await page.route(api(call), (route) => route.abort());
}

/** Lets the shop answer again. */
export async function answerAgain(page: Page, call: string): Promise<void> {
  await page.unroute(api(call));
}

type Held = {
  release(): void;
  /** Resolves as soon as there is an answer to be held. */
  caught: Promise<void>;
};

/** Holds back every answer whose address matches, until `release` is called. */
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

/** Holds back every answer of a call of the API, until `release` is called. */
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
