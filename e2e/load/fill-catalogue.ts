import type pg from 'pg';
import { addAdmin, idInSql as id, idOf } from './fill.ts';

/** Rows per table. */
export const CATALOGUE = { categories: 30, products: Number(process.env.BENCH_PRODUCTS ?? 200_000) };

/** The members of a family; products of the same group are in one category. */
const GROUP = 4;

/** Pseudorandom, from 0 to 1, and the same in every run. */
const random = (n: string, seed: number) => `((hashint8extended(${n}, ${seed}) & 2147483647) / 2147483648.0)`;
/** An index from 1 to `count`, of which low ones are much more frequent. */
const skewed = (n: string, seed: number, count: number) => `(1 + floor(${count} * power(${random(n, seed)}, 3)))::int`;

/** The value of an attribute for each place in its category, as JSON. Places repeat in categories with more attributes. */
const VALUES: [type: 'text' | 'number' | 'boolean', value: (n: string) => string][] = [
  ['text', (n) => `'Brand ' || ${skewed(n, 1, 60)}`],
  ['text', (n) => `(array['Black', 'White', 'Silver', 'Blue', 'Red', 'Green', 'Sand', 'Rose'])[${skewed(n, 2, 8)}]`],
  ['number', (n) => `2 ^ ${skewed(n, 3, 8)}`],
  ['boolean', (n) => `${random(n, 4)} < 0.6`],
  ['number', (n) => `floor(${random(n, 5)} * 2000)`],
  ['text', (n) => `'Series ' || ${skewed(n, 6, 20)}`],
  ['number', (n) => `${skewed(n, 7, 12)}`],
  ['boolean', (n) => `${random(n, 8)} < 0.2`],
  ['text', (n) => `'Type ' || ${skewed(n, 9, 5)}`],
  ['number', (n) => `${skewed(n, 10, 30)}`],
];

const ADJECTIVES = `(array['Quiet', 'Swift', 'Bright', 'Sturdy', 'Light', 'Compact', 'Wireless', 'Silent', 'Bold', 'Clear'])`;
const THINGS = `(array['headphones', 'monitor', 'keyboard', 'laptop', 'speaker', 'camera', 'phone', 'mouse', 'router', 'drive',
  'tablet', 'printer', 'charger', 'cable', 'microphone', 'projector', 'console', 'watch', 'lamp', 'scanner'])`;

/**
 * Fills an empty, migrated database with a catalogue of realistic skew: the sizes of categories follow Zipf's law, a
 * category has 4 to 10 attributes, a fifth of the products are variants, and few values are frequent.
 */
export async function fillCatalogue(client: pg.Client, { categories, products } = CATALOGUE): Promise<void> {
  const group = `(n / ${GROUP})`;
  const statements = [
    // The API loads everything when it starts, so no changes need to be recorded.
    'set session_replication_role = replica',
    `insert into category (id, name, slug) select ${id('category', 'n')}, 'Category ' || n, 'category-' || n
     from generate_series(1, ${categories}) n`,
    `insert into attribute (id, category_id, code, name, type, position)
     select gen_random_uuid(), ${id('category', 'n')}, 'a' || place, 'Attribute ' || place,
       (array[${VALUES.map(([type]) => `'${type}'`)}])[place], place
     from generate_series(1, ${categories}) n, generate_series(1, 4 + n % 7) place`,
    `create temporary table size as
     select category, sum(1.0 / category) over (order by category) / sum(1.0 / category) over () as share
     from generate_series(1, ${categories}) category`,
    `insert into product (id, title, description, price_cents, rating, stock, family, options, attributes, category_id)
     select ${id('product', 'n')},
       ${ADJECTIVES}[1 + n % 10] || ' ' || ${THINGS}[${skewed('n', 11, 20)}] || ' ' || n,
       'Made for those who ' || repeat('care about every detail, ', 1 + n % 5) || 'in model ' || md5(n::text),
       99 + floor(250000 * power(${random('n', 12)}, 3)), floor(${random('n', 13)} * 21) / 4,
       case when ${random('n', 14)} < 0.3 then null else floor(100 * power(${random('n', 15)}, 2)) end,
       case when ${random(group, 16)} < 0.2 then 'Family ' || ${group} end,
       case when ${random(group, 16)} < 0.2 then jsonb_build_object('Color', 'Color ' || n % ${GROUP}) else '{}' end,
       attributes, ${id('category', 'category')}
     from generate_series(1, ${products}) n
     cross join lateral (select min(size.category) as category from size where share >= ${random(group, 17)}) chosen
     cross join lateral (
       select jsonb_strip_nulls(jsonb_build_object(${VALUES.map(([, value], index) => {
         const place = index + 1;
         const isGiven = `${place} <= 4 + category % 7 and ${random('n', 20 + place)} < 0.9`;
         return `'a${place}', case when ${isGiven} then to_jsonb(${value('n')}) end`;
       })})) as attributes
     ) described`,
    `insert into picture (id, owner_kind, owner_id, state, extension, widths)
     select md5(n::text)::uuid, 'product', ${id('product', 'n')}, 'ready', '.jpg', '{320,640,1280}'
     from generate_series(1, ${products}) n`,
    'update category set product_count = (select count(*) from product where category_id = category.id)',
    'reset session_replication_role',
    'vacuum analyze',
  ];
  for (const statement of statements) await client.query(statement);
  await addAdmin(client);
}

export const productId = (turn: number) => idOf('product', 1 + ((turn * 7919) % CATALOGUE.products));
