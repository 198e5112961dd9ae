import type pg from 'pg';
import { idInSql, THINGS, WORDS } from '../fill.ts';

/** Few, so that the memory of a leak exceeds that of lists. */
export const PRODUCTS = 1000;
export const CATEGORIES = 8;

/** Fills an empty, migrated database with a catalogue. */
export async function fillSmall(client: pg.Client): Promise<void> {
  await client.query(
    `insert into category (id, name, slug, product_count)
     select ${idInSql('category', 'n')}, 'Category ' || n, 'category-' || n, ${PRODUCTS / CATEGORIES}
     from generate_series(1, ${CATEGORIES}) n`,
  );
  await client.query(
    `insert into product (id, title, description, price_cents, category_id)
     select ${idInSql('product', 'n')}, ${WORDS}[1 + n % 10] || ' ' || ${THINGS}[1 + (n / 10) % 10] || ' ' || n, 'Fine',
       99 + (n * 7919) % 250000, ${idInSql('category', `1 + n % ${CATEGORIES}`)}
     from generate_series(1, ${PRODUCTS}) n`,
  );
  await client.query('vacuum analyze');
}
