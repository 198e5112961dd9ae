import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { localAddress } from '#contract/shop/page-addresses.ts';
import { currentCode } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { declineLanguageOffer } from '../../../stores/languageOffer.ts';
import { shop } from '../../../texts/shop.ts';

type LanguageLinkProps = { code: LanguageCode; className?: string; children: ReactNode };

/** A link to this page in a language. It loads another client, so it is not the router's. */
export function LanguageLink({ code, ...rest }: LanguageLinkProps) {
  const [path] = useLocation();
  const query = useSearch();
  return (
    <a
      {...rest}
      href={localAddress(query ? `${path}?${query}` : path, code)}
      hrefLang={code}
      lang={code}
      aria-current={code === currentCode() ? 'true' : undefined}
      // The shopper has chosen.
      onClick={declineLanguageOffer}
    />
  );
}

/** Links to this page in the shop's languages, as list items. */
export function LanguageLinks({ className }: { className: string }) {
  return shop.languages.map(({ code, name }) => (
    <li key={code}>
      <LanguageLink code={code} className={code === currentCode() ? `${className} medium` : className}>
        {name}
      </LanguageLink>
    </li>
  ));
}
