import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { EntityManager } from '../../../core/db.ts';
import { newId } from '../../../core/ids.ts';
import { emit } from '../../../core/outbox.ts';
import { anyOf, rowsAs } from '../../../core/queries.ts';
import type { Storage } from '../../../core/storage.ts';
import { addPictures } from '../../pictures/pictures.service.ts';
import { copyUpload } from '../../pictures/uploads.ts';
import { db } from '../catalogue.tables.ts';
import { ImportedCategories } from './imported-categories.service.ts';
import { familyOf, ImportedFamilies } from './imported-families.service.ts';
import {
  type ImportedProduct,
  LineRefused,
  type Refusal,
  type StoredValues,
  valuesAfter,
  variantAfter,
} from './imported-values.ts';

type SavedLines = {
  created: number;
  updated: number;
  unchanged: number;
  refusals: Map<ImportedProduct, Refusal>;
  /** The categories of new products. Pass them to emitCreated. */
  categoryIds: Set<string>;
};

/**
 * Adds products, and their categories if missing. A product of an earlier import gets its new price and the values of the
 * optional columns; a product whose id is in its line gets all values of the line. A line must fit what is stored after
 * the lines before it; others are refused. Runs in the caller's transaction; `importKey`s must differ.
 */
export async function saveImportedProducts(
  em: EntityManager,
  storage: Storage,
  lines: readonly ImportedProduct[],
): Promise<SavedLines> {
  const stored = await findStored(em, lines);
  const categories = await findCategories(em, lines, stored);
  const plan = await planLines(em, lines, stored, categories);
  const edits = new Map<StoredProduct, StoredValues>();
  for (const before of new Set(stored.values())) {
    const after = plan.current.get(before.id);
    if (after !== undefined && !isDeepStrictEqual(valuesOf(before), after)) edits.set(before, after);
  }
  const categoryIds = new Set(plan.added.map(({ id }) => plan.valuesOf(id).categoryId));
  await categories.store(em, new Set([...categoryIds, ...[...edits.values()].map(({ categoryId }) => categoryId)]));
  await storeEdits(em, edits);
  await addProducts(em, plan);
  await addProductPictures(em, storage, plan.added);
  const { created, updated, unchanged, refusals } = plan;
  return { created, updated, unchanged, refusals, categoryIds };
}

/** Emits that products of some categories were created, so that they are counted. */
export function emitCreated(em: EntityManager, categoryIds: Iterable<string>): void {
  for (const categoryId of categoryIds) emit(em, 'product.created', { categoryId });
}

type StoredProduct = StoredValues & { id: string };

const VALUES = [
  'title',
  'description',
  'priceCents',
  'categoryId',
  'attributes',
  'stock',
  'isPublished',
  'family',
  'options',
] as const;

const COLUMN_TYPES = {
  id: 'uuid',
  title: 'text',
  description: 'text',
  priceCents: 'integer',
  categoryId: 'uuid',
  attributes: 'jsonb',
  stock: 'integer',
  isPublished: 'boolean',
  family: 'text',
  options: 'jsonb',
} as const;

/** The existing products by the line that describes each, locked. */
async function findStored(
  em: EntityManager,
  lines: readonly ImportedProduct[],
): Promise<Map<ImportedProduct, StoredProduct>> {
  const ids = lines.flatMap(({ id }) => id ?? []);
  const keys = lines.map(({ importKey }) => importKey);
  const rows = await db(em)
    .selectFrom('product')
    .select(['id', 'importKey', ...VALUES])
    .where(({ eb, or }) => or([eb('id', '=', anyOf(ids)), eb('importKey', '=', sql<string>`any(${keys}::text[])`)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [row.importKey, row]));
  return new Map(
    lines.flatMap((line) => {
      const row = byId.get(line.id ?? '') ?? byKey.get(line.importKey);
      return row ? [[line, row] as const] : [];
    }),
  );
}

function valuesOf({ id: _, ...row }: StoredProduct): StoredValues {
  return Object.fromEntries(VALUES.map((name) => [name, row[name]])) as StoredValues;
}

/** Whether a line may change all values of its product: it is new, or its id is in the line. */
function changesAll(line: ImportedProduct, stored: StoredProduct | undefined): boolean {
  return stored === undefined || stored.id === line.id;
}

function findCategories(
  em: EntityManager,
  lines: readonly ImportedProduct[],
  stored: ReadonlyMap<ImportedProduct, StoredProduct>,
): Promise<ImportedCategories> {
  const names = lines.filter((line) => changesAll(line, stored.get(line))).map(({ categoryName }) => categoryName);
  const ids = [...stored.values()].map(({ categoryId }) => categoryId);
  return ImportedCategories.find(em, [...new Set(names)], [...new Set(ids)]);
}

/** How the lines are handled, before anything is stored. */
class Plan {
  created = 0;
  updated = 0;
  unchanged = 0;
  readonly added: { id: string; line: ImportedProduct }[] = [];
  readonly refusals = new Map<ImportedProduct, Refusal>();
  /** The values of the products after the lines so far, by id. */
  readonly current: Map<string, StoredValues>;

  constructor(stored: Iterable<StoredProduct>) {
    this.current = new Map([...stored].map((row) => [row.id, valuesOf(row)]));
  }

  valuesOf(id: string): StoredValues {
    const values = this.current.get(id);
    if (values === undefined) throw new Error(`The product ${id} is not in the plan`);
    return values;
  }

  put(id: string, line: ImportedProduct, before: StoredValues | null, after: StoredValues): void {
    this.current.set(id, after);
    if (before === null) {
      this.created += 1;
      this.added.push({ id, line });
    } else if (isDeepStrictEqual(before, after)) this.unchanged += 1;
    else this.updated += 1;
  }
}

async function planLines(
  em: EntityManager,
  lines: readonly ImportedProduct[],
  stored: ReadonlyMap<ImportedProduct, StoredProduct>,
  categories: ImportedCategories,
): Promise<Plan> {
  const plan = new Plan(stored.values());
  const families = new ImportedFamilies();
  const categoryOf = (line: ImportedProduct, before: StoredValues | null) =>
    before === null || changesAll(line, stored.get(line)) ? categories.idOf(line.categoryName) : before.categoryId;
  const changes = lines.map((line) => {
    const before = stored.get(line) ?? null;
    return { line, before, categoryId: categoryOf(line, before) };
  });
  await families.read(em, changes.flatMap(familiesOfChange));
  for (const line of lines) {
    const row = stored.get(line);
    const id = row?.id ?? newId();
    const before = row ? plan.valuesOf(id) : null;
    const categoryId = categoryOf(line, before);
    try {
      const after = valuesAfter(line, {
        before,
        categoryId,
        known: categories.attributesOf(categoryId),
        changesAll: changesAll(line, row),
      });
      const problem = isSameVariant(before, after) ? null : await families.move(em, id, before, after);
      if (problem !== null) throw new LineRefused({ columns: familyColumns(line), reason: problem });
      plan.put(id, line, before, after);
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      plan.refusals.set(line, { columns: error.columns, reason: error.reason });
    }
  }
  return plan;
}

type Variant = Pick<StoredValues, 'categoryId' | 'family' | 'options'>;

/** The families that a product leaves and joins: read at once, instead of line by line. */
function familiesOfChange({
  line,
  before,
  categoryId,
}: {
  line: ImportedProduct;
  before: StoredValues | null;
  categoryId: string;
}) {
  try {
    const after = { categoryId, ...variantAfter(line, before) };
    return isSameVariant(before, after)
      ? []
      : [before && familyOf(before), familyOf(after)].filter((family) => family !== null);
  } catch (error) {
    if (!(error instanceof LineRefused)) throw error;
    return [];
  }
}

function isSameVariant(before: Variant | null, after: Variant): boolean {
  if (before === null || before.family === null) return after.family === null;
  if (before.categoryId !== after.categoryId || before.family !== after.family) return false;
  return isDeepStrictEqual(before.options, after.options);
}

function familyColumns({ family, options }: ImportedProduct): string[] {
  const names = [...options.keys()].map((name) => `option.${name}`);
  return family === undefined ? names : ['family', ...names];
}

async function storeEdits(em: EntityManager, edits: ReadonlyMap<StoredProduct, StoredValues>): Promise<void> {
  if (edits.size === 0) return;
  const changes = [...edits];
  const leaving = changes.filter(([before, after]) => before.family !== null && !isSameVariant(before, after));
  if (leaving.length > 0) {
    // Products may swap their options, which are unique at every moment.
    await db(em)
      .updateTable('product')
      .set({ family: null, options: sql`'{}'` })
      .where('id', '=', anyOf(leaving.map(([{ id }]) => id)))
      .execute();
  }
  const rows = changes.map(([{ id }, after]) => ({ id, ...after }));
  await db(em)
    .updateTable('product')
    .from(rowsAs('edit', COLUMN_TYPES, rows))
    .set(({ eb, ref }) => ({
      title: ref('edit.title'),
      description: ref('edit.description'),
      priceCents: ref('edit.priceCents'),
      categoryId: ref('edit.categoryId'),
      attributes: ref('edit.attributes'),
      stock: ref('edit.stock'),
      isPublished: ref('edit.isPublished'),
      family: ref('edit.family'),
      options: ref('edit.options'),
      version: eb('product.version', '+', 1),
    }))
    .whereRef('product.id', '=', 'edit.id')
    .execute();
  emitEdits(em, changes);
}

function emitEdits(em: EntityManager, changes: readonly [StoredProduct, StoredValues][]): void {
  const recounted = new Set<string>();
  const withdrawn: string[] = [];
  for (const [before, after] of changes) {
    const isMoved = before.categoryId !== after.categoryId;
    if (isMoved || before.isPublished !== after.isPublished) recounted.add(before.categoryId).add(after.categoryId);
    const isUnpublished = before.isPublished && !after.isPublished;
    if (isUnpublished || before.priceCents !== after.priceCents) withdrawn.push(before.id);
  }
  for (const categoryId of recounted) emit(em, 'product.moved', { categoryId });
  if (withdrawn.length > 0) emit(em, 'product.offerEnded', { productIds: withdrawn });
}

async function addProducts(em: EntityManager, plan: Plan): Promise<void> {
  if (plan.added.length === 0) return;
  const rows = plan.added.map(({ id, line: { importKey } }) => ({ id, importKey, ...plan.valuesOf(id) }));
  const columns = ['id', 'importKey', ...VALUES] as const;
  await db(em)
    .insertInto('product')
    .columns(columns)
    .expression(({ selectFrom }) =>
      selectFrom(rowsAs('line', { ...COLUMN_TYPES, importKey: 'text' }, rows)).select(
        columns.map((column) => `line.${column}` as const),
      ),
    )
    .execute();
}

async function addProductPictures(em: EntityManager, storage: Storage, added: Plan['added']): Promise<void> {
  const pictures: Parameters<typeof addPictures>[1] = [];
  for (const { id, line } of added) {
    for (const [position, picture] of line.pictures.entries()) {
      // Several lines may name the same file; each product needs its own picture.
      const upload = await copyUpload(storage, picture);
      pictures.push({ owner: { kind: 'product', id }, upload, uploadedBy: null, position });
    }
  }
  await addPictures(em, pictures);
}
