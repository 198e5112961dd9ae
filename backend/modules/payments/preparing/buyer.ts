import { type BillingInput, billingProblems } from '#contract/orders/vat.input.ts';
import type { BillingView } from '#contract/orders/vat.ts';
import { statePart } from '#contract/values/address-forms.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import type { Buyer } from '../../orders/placing/price-cart.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { checkVatId } from '../../vat/vat-checks.service.ts';
import type { VatService } from '../../vat/vies.ts';

export type BuyerDeps = { em: EntityManager; settings: ShopSettings; vies: VatService };

/** Who buys, with what the EU's service says about their VAT id, which may take ten seconds. @throws AppError invalid */
export async function readBuyer(
  { em, settings, vies }: BuyerDeps,
  given: BillingInput | null | undefined,
): Promise<Buyer> {
  const billing = given ? requireBilling(given) : null;
  if (billing === null || billing.vatId === '') return { billing, vatCheck: null, shopCountry: '' };
  const { vatId: shopVatId, address } = await settings.read(em);
  const vatCheck = await checkVatId(em, vies, { vatId: billing.vatId, shopVatId });
  return { billing, vatCheck, shopCountry: address.country };
}

/** @throws AppError invalid if something is missing */
function requireBilling(given: BillingInput): BillingView {
  const { company = '', name = '', address = '', city = '', postCode = '', country = '', vatId = '' } = given;
  const state = statePart({ state: given.state, country });
  const problems = Object.entries(billingProblems(given));
  if (problems.length === 0) return { company, name, address, city, postCode, ...state, country, vatId };
  throw invalid(Object.fromEntries(problems.map(([field, message]) => [`billing.${field}`, message])));
}
