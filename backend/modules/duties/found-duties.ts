import type { DutyCode, DutyState, PageDutyCode } from '#contract/shop/duties.ts';
import { type LegalPageKind, legalPageKinds } from '#contract/shop/legal-pages.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import type { Registration, SettingsView } from '#contract/shop/settings.ts';
import { countryName } from '#contract/values/addresses.ts';
import { listed } from '#contract/values/lists.ts';
import { currentLanguage, m } from '#messages';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { countSalesWithoutHistory } from '../catalogue/prices/prices.queries.ts';
import { countMissingData, findMissingData, type MissingData } from '../catalogue/products/missing-data.queries.ts';
import { type PageState, readPageStates } from '../pages/pages.queries.ts';
import type { DomainState, WalletDomain } from '../payments/provider/wallet-domain.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

/** What the shop does about a duty, and where it can do more. */
export type FoundDuty = { state: DutyState; detail: string; to: string };

export type DutyDeps = { settings: ShopSettings; walletDomain: WalletDomain };

const met = (detail: string, to: string): FoundDuty => ({ state: 'met', detail, to });
const open = (detail: string, to: string): FoundDuty => ({ state: 'open', detail, to });
const notApplicable = (detail: string, to: string): FoundDuty => ({ state: 'notApplicable', detail, to });

/** Counts all products, and waits for the payment provider. */
export function findDuties(em: EntityManager, deps: DutyDeps): Promise<Record<DutyCode, FoundDuty>> {
  return find(em, deps, { readMissing: countMissingData, readDomain: () => deps.walletDomain.ask() });
}

/**
 * The same states at once: it counts no products, and takes what the payment provider said last. Before its first answer,
 * which a process that starts has within a moment, nothing is open.
 */
export function findDutiesFast(em: EntityManager, deps: DutyDeps): Promise<Record<DutyCode, FoundDuty>> {
  return find(em, deps, { readMissing: findMissingData, readDomain: () => deps.walletDomain.known() ?? 'registered' });
}

type Readings = {
  /** Finds the published products that lack something. */
  readMissing(em: EntityManager): Promise<MissingData>;
  readDomain(): DomainState | Promise<DomainState>;
};

async function find(
  em: EntityManager,
  { settings, walletDomain }: DutyDeps,
  { readMissing, readDomain }: Readings,
): Promise<Record<DutyCode, FoundDuty>> {
  const now = await settings.read(em);
  const [pages, lacking, salesWithoutHistory, domainState] = await Promise.all([
    readPageStates(em, now),
    readMissing(em),
    countSalesWithoutHistory(em),
    readDomain(),
  ]);
  return {
    ...findPages(pages),
    imprintData: findImprintData(now),
    productSafety: findData(lacking.manufacturer, m.duties.productSafetyMet, m.duties.productSafetyOpen),
    energy: findData(lacking.energy, m.duties.energyMet, m.duties.energyOpen),
    charger: findData(lacking.charger, m.duties.chargerMet, m.duties.chargerOpen),
    identifiers: findData(lacking.identifiers, m.duties.identifiersMet, m.duties.identifiersOpen),
    priorPrices: findPriorPrices(salesWithoutHistory),
    weee: findRegistrations(now.weee),
    batteries: findBatteries(now.batteries, lacking),
    wallets: findWallets(domainState, walletDomain),
  };
}

function findPages(pages: readonly PageState[]): Record<PageDutyCode, FoundDuty> {
  const found = legalPageKinds.map((kind) => {
    return [
      `page.${kind}`,
      findPage(
        kind,
        pages.filter((page) => page.kind === kind),
      ),
    ] as const;
  });
  return Object.fromEntries(found) as Record<PageDutyCode, FoundDuty>;
}

/** A language without a version of its own shows the one in the default language. */
function findPage(kind: LegalPageKind, pages: readonly PageState[]): FoundDuty {
  const published = pages.filter(({ version }) => version > 0);
  const changed = published.filter(({ isChanged }) => isChanged);
  // Only the merchant has the official picture.
  const withoutNotice = kind === 'guarantee' ? pages.filter(({ hasNotice }) => !hasNotice) : [];
  const to = pageAddress('editLegalPage', { kind });
  if (!published.some(({ language }) => language === DEFAULT_LANGUAGE)) return open(m.duties.pageUnpublished(), to);
  if (changed.length > 0) return open(m.duties.pageChanged({ languages: languagesOf(changed) }), to);
  if (withoutNotice.length > 0) return open(m.duties.noticeMissing({ languages: languagesOf(withoutNotice) }), to);
  return met(m.duties.pagePublished({ languages: languagesOf(published) }), to);
}

function languagesOf(pages: readonly PageState[]): string {
  const names = new Intl.DisplayNames(currentLanguage().locale, { type: 'language' });
  return listed(pages.map(({ language }) => names.of(language) ?? language));
}

const settingsScreen = (part: string) => `${pagePatterns.shop}#${part}`;

/** What every shop has; not every one is in a register, or has a VAT ID. */
function findImprintData({ legalName, address, email, phoneNumber }: SettingsView): FoundDuty {
  const needed = [
    [m.settings.legalName, legalName],
    [m.settings.street, address.street],
    [m.settings.postCode, address.postCode],
    [m.settings.city, address.city],
    [m.settings.country, address.country],
    [m.fields.email, email],
    [m.settings.phoneNumber, phoneNumber],
  ] as const;
  const missing = needed.filter(([, value]) => value === '').map(([name]) => name());
  const to = settingsScreen('contact');
  if (missing.length === 0) return met(m.duties.imprintDataMet(), to);
  return open(m.duties.imprintDataOpen({ missing: listed(missing) }), to);
}

/** What published products need. @param lacking the number of those without it */
function findData(lacking: number, full: () => string, some: (values: { count: number }) => string): FoundDuty {
  return lacking === 0 ? met(full(), pagePatterns.products) : open(some({ count: lacking }), pagePatterns.products);
}

/** The shop records each price by itself, and shows the lowest one before a sale. */
function findPriorPrices(salesWithoutHistory: number): FoundDuty {
  return findData(salesWithoutHistory, m.duties.priorPricesMet, m.duties.priorPricesOpen);
}

function findRegistrations(registrations: readonly Registration[]): FoundDuty {
  const to = settingsScreen('registrations');
  if (registrations.length === 0) return open(m.duties.notRegistered(), to);
  const countries = [...new Set(registrations.map(({ country }) => country))].map(countryName);
  return met(m.duties.registered({ countries: listed(countries) }), to);
}

/** Only who sells no battery at all, and has said so of each product, needs no registration. */
function findBatteries(
  registrations: readonly Registration[],
  { withBattery, battery: unknown, total }: MissingData,
): FoundDuty {
  const found = findRegistrations(registrations);
  if (found.state === 'met') return found;
  if (withBattery > 0) return open(m.duties.batteriesSold({ count: withBattery }), found.to);
  return total > 0 && unknown === 0 ? notApplicable(m.duties.batteriesNone(), found.to) : found;
}

function findWallets(state: DomainState, { name: domain, settingsUrl }: WalletDomain): FoundDuty {
  const to = settingsUrl ?? pagePatterns.shop;
  switch (state) {
    case 'local':
      return notApplicable(m.duties.walletsLocal(), to);
    case 'registered':
      return met(m.duties.walletsMet({ domain }), to);
    case 'unregistered':
      return open(m.duties.walletsOpen({ domain }), to);
    case 'inactive':
      return open(m.duties.walletsInactive({ domain }), to);
    case 'off':
      return open(m.duties.walletsOff({ domain }), to);
    case 'unknown':
      return open(m.duties.walletsUnknown({ domain }), to);
  }
}
