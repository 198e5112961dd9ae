import type { CurrencyCode } from '#contract/values/money.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import { demoProducts, demoShoppers } from './catalogue.ts';
import { DAY } from './days.ts';

const HOUR = DAY / 24;
const MINUTE = HOUR / 60;
const DAYS = 30;
const SHOP_COUNTRY = 'RS';

/**
 * What happens to an order: over time it is shipped and delivered, or collected. Or its shopper cancels it, returns a
 * product, gets a partial refund for a fault, or never pays.
 */
export type Course = 'usual' | 'canceled' | 'returned' | 'faulty' | 'expired' | 'withdrawn' | 'declined' | 'pending';

export type DemoOrder = {
  /** Places in the lists of shoppers and products. */
  shopper: number;
  units: { product: number; count: number }[];
  currency: CurrencyCode;
  shippingMethod: string;
  hasDiscount: boolean;
  note: string;
  course: Course;
  orderedAt: Date;
  /** When the shop ships it, or the shopper collects it, and when it arrives; they may be still to come. */
  leavesAt: Date;
  arrivesAt: Date;
};

const NOTES: Readonly<Partial<Record<LanguageCode, readonly string[]>>> = {
  en: [
    'Please ring twice, the bell is quiet.',
    'It is a present: no invoice in the parcel, please.',
    'The neighbor on the ground floor takes it, too.',
    'Not before Thursday, if possible.',
  ],
  de: [
    'Bitte zweimal klingeln, die Klingel ist leise.',
    'Es ist ein Geschenk: bitte keine Rechnung ins Paket.',
    'Die Nachbarin im Erdgeschoss nimmt es auch an.',
    'Wenn möglich, nicht vor Donnerstag.',
  ],
  sr: [
    'Molim vas, zvonite dvaput, zvono je tiho.',
    'Poklon je: bez računa u paketu, molim vas.',
    'Može da primi i komšija iz prizemlja.',
    'Ako može, ne pre četvrtka.',
  ],
};

/** The orders of the last 30 days, oldest first: much the same ones at each start. */
export function planOrders(now: number): DemoOrder[] {
  const random = randomNumbers();
  const orders: DemoOrder[] = [];
  for (let day = DAYS; day >= 0; day -= 1) {
    const midnight = Math.floor(now / DAY - day) * DAY;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    // Fewer a month ago.
    const count = Math.floor(2 + random() * 3 + (isWeekend ? 2 : 0) + (DAYS - day) / 15);
    const times = Array.from({ length: count }, () => midnight + (6 + random() * 15) * HOUR).sort((a, b) => a - b);
    for (const time of times) {
      const order = planOrder(random, now, { time, course: courseOf(orders.length) });
      if (time < now - HOUR) orders.push(order);
    }
  }
  // A shopper who is paying right now keeps the usual minutes to do so.
  for (const [course, minutes] of [
    ['pending', 12],
    ['declined', 8],
    ['pending', 3],
  ] as const) {
    orders.push(planOrder(random, now, { time: now - minutes * MINUTE, course }));
  }
  return orders;
}

/** Often enough for each to appear in a month. */
function courseOf(place: number): Course {
  if (place % 23 === 7) return 'canceled';
  if (place % 17 === 3) return 'expired';
  if (place % 41 === 11) return 'withdrawn';
  if (place % 13 === 4) return 'returned';
  return place % 37 === 5 ? 'faulty' : 'usual';
}

function planOrder(random: () => number, now: number, { time, course }: { time: number; course: Course }): DemoOrder {
  const shopper = Math.floor(random() ** 1.5 * demoShoppers.length);
  const { country = '', language = DEFAULT_LANGUAGE } = demoShoppers[shopper] ?? {};
  const notes = NOTES[language] ?? [];
  // Who lives near the shop also collects.
  const shippingMethod = chosen(random, { standard: 13, express: 4, pickup: country === SHOP_COUNTRY ? 10 : 0 });
  const products = new Set(
    Array.from({ length: course === 'returned' ? 3 : 1 + Math.floor(random() ** 2 * 3) }, () =>
      planProduct(random, { now, time }),
    ),
  );
  const leavesAt = workingHour(random, time, 1 + Math.floor(random() * 3));
  const arrivesAt = workingHour(random, leavesAt, shippingMethod === 'express' ? 1 : 3 + Math.floor(random() * 2));
  return {
    shopper,
    units: Array.from(products, (product) => ({ product, count: random() < 0.12 ? 2 : 1 })),
    currency: currencyIn(country),
    shippingMethod,
    hasDiscount: random() < 0.1,
    note: random() < 0.08 ? (notes[Math.floor(random() * notes.length)] ?? '') : '',
    course,
    orderedAt: new Date(time),
    leavesAt: new Date(leavesAt),
    arrivesAt: new Date(arrivesAt),
  };
}

/** A time of the day that is so many days later. */
function workingHour(random: () => number, time: number, days: number): number {
  return Math.floor(time / DAY + days) * DAY + (7 + random() * 9) * HOUR;
}

/** A product that was there at that time; cheap ones and those with many ratings sell more. */
function planProduct(random: () => number, { now, time }: { now: number; time: number }): number {
  const weights = demoProducts.map(({ rates, price, addedDaysAgo }) =>
    now - addedDaysAgo * DAY < time ? (2 + rates.length) / price ** 0.6 : 0,
  );
  return Number(chosen(random, weights));
}

function currencyIn(country: string): CurrencyCode {
  if (country === SHOP_COUNTRY) return 'RSD';
  return country === 'GB' || country === 'CH' || country === 'NO' ? 'USD' : 'EUR';
}

/** A key, each as likely as its weight. */
function chosen(random: () => number, weights: Readonly<Record<string, number>> | readonly number[]): string {
  const entries = Object.entries<number>(weights);
  let rest = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    rest -= weight;
    if (rest < 0) return key;
  }
  return '';
}

/** Numbers from 0 to 1 that are the same at each start: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
