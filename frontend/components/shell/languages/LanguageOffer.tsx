import { type ComponentType, useEffect, useState } from 'react';
import type { LanguageCode } from '#messages/languages.ts';
import { languageToOffer } from '../../../stores/languageOffer.ts';

type Offer = { code: LanguageCode; Line: ComponentType<{ code: LanguageCode }> };

/** Offers the page in the language that the shopper seems to prefer. Its code and texts load only then. */
export function LanguageOffer() {
  const [offer, setOffer] = useState<Offer>();

  useEffect(() => {
    const code = languageToOffer();
    if (code) import('./OfferLine.tsx').then(({ default: Line }) => setOffer({ code, Line }), console.warn);
  }, []);

  return offer && <offer.Line code={offer.code} />;
}
