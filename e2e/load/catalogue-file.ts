import { gzipSync } from 'node:zlib';
import type { AttributeType } from '#contract/catalogue/catalogue.ts';
import { createRandom } from '../failure/chaos/random.ts';

/** An attribute of the generated categories. */
type Attribute = {
  code: string;
  type: AttributeType;
  unit: string;
  draw(random: Random): string | number | boolean;
};

type Category = { name: string; attributes: Attribute[]; size: number };

type Random = () => number;

/** A whole number below `count`; small ones are more frequent, as with brands or colors. */
function skewed(random: Random, count: number): number {
  return Math.floor(count ** random()) - 1;
}

function oneOf(code: string, count: number): Attribute {
  return { code, type: 'text', unit: '', draw: (random) => `${code} ${1 + skewed(random, count)}` };
}

function amount(code: string, unit: string, steps: number, step: number): Attribute {
  return { code, type: 'number', unit, draw: (random) => (1 + skewed(random, steps)) * step };
}

function yesOrNo(code: string, share: number): Attribute {
  return { code, type: 'boolean', unit: '', draw: (random) => random() < share };
}

const ATTRIBUTES = [
  oneOf('brand', 120),
  oneOf('color', 16),
  amount('weight', 'g', 400, 25),
  amount('warranty', 'months', 5, 12),
  yesOrNo('wireless', 0.3),
  oneOf('material', 12),
  amount('power', 'W', 60, 5),
  yesOrNo('energy_label', 0.6),
  amount('capacity', 'GB', 12, 64),
  oneOf('interface', 9),
  amount('noise', 'dB', 40, 0.5),
  oneOf('form_factor', 7),
];

const CATEGORIES = 30;
const WORDS = ['Quiet', 'Swift', 'Bright', 'Sturdy', 'Light', 'Compact', 'Slim', 'Silent', 'Bold', 'Clear'];
const COLORS = ['Black', 'White', 'Moss', 'Sand'];

/** Categories of Zipf sizes with four to ten attributes each, and `count` products in total. */
export function createCategories(count: number): Category[] {
  const shares = Array.from({ length: CATEGORIES }, (_, place) => 1 / (place + 1));
  const sum = shares.reduce((total, share) => total + share, 0);
  const categories = shares.map((share, place) => ({
    name: `Imported category ${place + 1}`,
    attributes: Array.from({ length: 4 + (place % 7) }, (_, index) => {
      return ATTRIBUTES[(place + index) % ATTRIBUTES.length] as Attribute;
    }),
    size: Math.floor((share / sum) * count),
  }));
  const [largest] = categories;
  if (largest) largest.size += count - categories.reduce((total, { size }) => total + size, 0);
  return categories;
}

/** A gzipped JSON lines file of the products, in random order: with attributes, stock, and variants of every tenth one. */
export function createCatalogueFile(categories: readonly Category[]): Buffer {
  const random = createRandom('1').number;
  const lines = categories.flatMap((category) =>
    Array.from({ length: category.size }, (_, n) => ({
      order: random(),
      text: JSON.stringify(line(category, n, random)),
    })),
  );
  return gzipSync(
    lines
      .sort((one, other) => one.order - other.order)
      .map(({ text }) => text)
      .join('\n'),
    { level: 1 },
  );
}

function line({ name, attributes }: Category, n: number, random: Random) {
  const family = n % 10 < COLORS.length ? `Family ${Math.floor(n / 10)}` : null;
  const word = WORDS[skewed(random, WORDS.length)];
  return {
    title: `${word} part ${n} of ${name.toLowerCase()}`,
    description: `Made for those who ${'care about every detail, '.repeat(1 + skewed(random, 8))}in model ${n}`,
    price: (99 + skewed(random, 250_000)) / 100,
    category: name,
    published: random() < 0.98,
    stock: random() < 0.5 ? null : skewed(random, 500),
    ...(family && { family, 'option.Color': COLORS[n % 10] }),
    ...Object.fromEntries(attributes.map(({ code, draw }) => [`attribute.${code}`, draw(random)])),
  };
}
