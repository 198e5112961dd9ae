import type { LegalPageKind, Placeholder } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';

/** What each page is called in the dashboard, and what it tells. */
export const kindNames: Record<LegalPageKind, { name: () => string; hint: () => string }> = {
  imprint: { name: m.legalPages.imprint, hint: m.legalPages.imprintHint },
  terms: { name: m.legalPages.terms, hint: m.legalPages.termsHint },
  privacy: { name: m.legalPages.privacy, hint: m.legalPages.privacyHint },
  withdrawal: { name: m.legalPages.withdrawal, hint: m.legalPages.withdrawalHint },
  delivery: { name: m.legalPages.delivery, hint: m.legalPages.deliveryHint },
  payment: { name: m.legalPages.payment, hint: m.legalPages.paymentHint },
  guarantee: { name: m.legalPages.guarantee, hint: m.legalPages.guaranteeHint },
  accessibility: { name: m.legalPages.accessibility, hint: m.legalPages.accessibilityHint },
  reviews: { name: m.legalPages.reviews, hint: m.legalPages.reviewsHint },
};

/** The settings that a text may name. */
export const placeholderNames: Record<Placeholder, () => string> = {
  name: m.legalPages.placeholderName,
  legalName: m.legalPages.placeholderLegalName,
  address: m.legalPages.placeholderAddress,
  email: m.legalPages.placeholderEmail,
  phoneNumber: m.legalPages.placeholderPhoneNumber,
  vatId: m.legalPages.placeholderVatId,
  register: m.legalPages.placeholderRegister,
  returnDays: m.legalPages.placeholderReturnDays,
  returnAddress: m.legalPages.placeholderReturnAddress,
};
