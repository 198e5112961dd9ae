import type { Config } from '../config.ts';
import type { Actor } from '../core/audit/audit.ts';
import type { Database, EntityManager } from '../core/database/db.ts';
import type { Storage } from '../core/storage/storage.ts';
import { countCategories, countProducts } from '../modules/catalogue/catalogue.queries.ts';
import { listMethods } from '../modules/delivery/delivery.queries.ts';
import { addMethod, editMethod } from '../modules/delivery/shipping-methods.service.ts';
import { replaceTaxRates } from '../modules/delivery/tax-rates.service.ts';
import { changeSettings } from '../modules/settings/settings.service.ts';
import { openSettings } from '../modules/settings/shop-settings.ts';
import { User } from '../modules/users/accounts/user.entity.ts';
import { countUsers } from '../modules/users/accounts/users.queries.ts';
import { ensureAdmin, isAdminPassword } from '../modules/users/administration/admin-account.ts';
import type { Secrets } from './secrets.ts';
import { stateFileIn } from './stripe/state.ts';

/** Used unless ADMIN_EMAIL is set. */
const ADMIN_EMAIL = 'admin@webshop.dev';
/** Printed at every start, since it protects only demo data. */
const DEMO_PASSWORD = 'demo-admin';

/** Prices in EUR. Both deliver everywhere. */
const DEMO_SHIPPING = [
  { code: 'standard', name: 'Standard delivery', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5 },
  { code: 'express', name: 'Express delivery', price: 14.9, minDays: 1, maxDays: 2 },
];

/** In percent. Prices include it. */
const DEMO_VAT = 20;
const DEMO_REDUCED_VAT = 10;

/**
 * Fills an empty database with an admin and, unless SEED is none, the demo shop. Runs in one transaction, so that
 * an interrupted start leaves the database empty for the next one.
 * @returns whether the database was empty
 */
export async function seed(
  database: Database,
  storage: Storage,
  config: Pick<Config, 'seed' | 'admin' | 'payments' | 'dataDir'>,
  secrets: Secrets,
): Promise<boolean> {
  return database.em.fork().transactional(async (em) => {
    if (!(await isEmpty(em))) return false;
    const { seed, admin } = config;
    const password = seed === 'demo' ? DEMO_PASSWORD : secrets.adminPassword;
    await ensureAdmin(em, admin ?? { email: ADMIN_EMAIL, password });
    if (seed === 'demo') await addDemo(em, storage, config);
    return true;
  });
}

export type SeededAdmin = { email: string; password: string; isDemo: boolean };

/** The admin created by this or an earlier seed; null if ADMIN_EMAIL was set or the password has changed. */
export async function findSeededAdmin({ em }: Database, { adminPassword }: Secrets): Promise<SeededAdmin | null> {
  for (const password of [DEMO_PASSWORD, adminPassword]) {
    if (await isAdminPassword(em.fork(), ADMIN_EMAIL, password)) {
      return { email: ADMIN_EMAIL, password, isDemo: password === DEMO_PASSWORD };
    }
  }
  return null;
}

async function isEmpty(em: EntityManager): Promise<boolean> {
  return (await countUsers(em)) === 0 && (await countProducts(em)) === 0 && (await countCategories(em)) === 0;
}

/** Orders were paid with the local provider: another one knows nothing of them. */
async function addDemo(
  em: EntityManager,
  storage: Storage,
  { payments, dataDir }: Pick<Config, 'payments' | 'dataDir'>,
) {
  const { seedCatalogue } = await import('./demo/seed-catalogue.ts');
  const { seedPages } = await import('./demo/seed-pages.ts');
  const { demoSettings } = await import('./demo/settings.ts');
  const { demoMethodTranslations } = await import('./demo/translations.ts');
  const { shoppers, products } = await seedCatalogue(em, storage);
  await seedPages(em, await changeSettings(em, null, openSettings({}), demoSettings));
  for (const method of DEMO_SHIPPING) await addMethod(em, null, method);
  // Pickup is among them.
  for (const { id, name } of await listMethods(em)) {
    await editMethod(em, null, id, { translations: demoMethodTranslations(name) });
  }
  const { id: userId, username } = await em.findOneOrFail(User, { role: 'admin' });
  const admin: Actor = { userId, username };
  if (payments === null) {
    const { seedOrders } = await import('./demo/seed-orders.ts');
    const { storePastPayments } = await import('./stripe/past-payments.ts');
    const taxRates = { standard: DEMO_VAT * 100, reduced: DEMO_REDUCED_VAT * 100, zero: 0 };
    storePastPayments(stateFileIn(dataDir), await seedOrders(em, { admin, shoppers, products, taxRates }));
  }
  // The latest entry of the audit trail.
  await replaceTaxRates(em, admin, {
    shopRate: DEMO_VAT,
    rates: [],
    reduced: { shopRate: DEMO_REDUCED_VAT, rates: [] },
  });
}
