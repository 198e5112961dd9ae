import { dutySource, dutyTitle } from '#contract/shop/duty-texts.ts';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../core/errors.ts';
import { listDuties } from '../../modules/duties/duties.service.ts';
import { openPaymentProvider } from '../../modules/payments/provider/providers.ts';
import { openWalletDomain } from '../../modules/payments/provider/wallet-domain.ts';
import { openSettings } from '../../modules/settings/shop-settings.ts';
import { withDatabase } from './database-of-shop.ts';
import { advice, type Finding, ok, unknown } from './finding.ts';

/** What the law asks of the shop, as its dashboard lists it. */
export async function checkDuties(config: Config): Promise<Finding[]> {
  const { payments, publicUrl, shop } = config;
  const settings = openSettings(shop);
  const walletDomain = openWalletDomain(payments && openPaymentProvider(payments), publicUrl);
  try {
    const duties = await withDatabase(config, (em) => listDuties(em, { settings, walletDomain }));
    if (duties === null) return [];
    const open = duties.filter(({ state }) => state === 'open');
    if (open.length === 0) return [ok('Legal duties: all are met, or do not apply')];
    return open.map(({ code, detail, to }) => {
      const where = to.startsWith('/') ? publicUrl + to : to;
      return advice(`Legal duties: ${dutyTitle(code)} (${dutySource(code)}): ${detail} See ${where}`);
    });
  } catch (error) {
    return [unknown(`Legal duties: ${reasonOf(error)}`)];
  }
}
