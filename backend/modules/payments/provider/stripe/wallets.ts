import type Stripe from 'stripe';
import type { Wallets } from '../port.ts';

/** https://docs.stripe.com/payments/payment-methods/pmd-registration */
export function openWallets({ paymentMethodDomains }: Pick<Stripe, 'paymentMethodDomains'>): Wallets {
  return {
    async find(domain) {
      const { data } = await paymentMethodDomains.list({ domain_name: domain, limit: 1 }, { maxNetworkRetries: 0 });
      const [found] = data;
      if (found === undefined) return 'unregistered';
      if (!found.enabled) return 'off';
      return found.apple_pay.status === 'active' ? 'registered' : 'inactive';
    },

    async register(domain) {
      await paymentMethodDomains.create({ domain_name: domain });
    },

    settingsUrl: 'https://dashboard.stripe.com/settings/payment_method_domains',
  };
}
