/** Billing and VAT ids. */

export const vatChecks = ['valid', 'invalid', 'unavailable'] as const;
/** What the EU's service says about a VAT id; `unavailable` if it does not answer. */
export type VatCheck = (typeof vatChecks)[number];

/** Who buys an order. */
export type BillingView = {
  /** '' without one. */
  company: string;
  /** May be empty if there is a company. */
  name: string;
  address: string;
  city: string;
  postCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** In capitals, with its prefix, without spaces and dots; '' without one. */
  vatId: string;
};
