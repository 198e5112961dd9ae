import { useState } from 'react';
import { inEach, m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { declineLanguageOffer } from '../../../stores/languageOffer.ts';
import { IconButton } from '../../IconButton.tsx';
import { LanguageLink } from './LanguageLinks.tsx';
import styles from './OfferLine.module.css';

const texts = inEach(m.shell.offer);
const links = inEach(m.shell.offerLink);
const dismissals = inEach(m.shell.offerDismiss);

/** Offers the page in a language, in that language. */
export default function OfferLine({ code }: { code: LanguageCode }) {
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return null;
  return (
    <aside className={`text-compact ${styles.line}`} lang={code} dir="auto" aria-label={texts[code]}>
      <p>
        <span>{texts[code]}</span> <LanguageLink code={code}>{links[code]}</LanguageLink>
      </p>
      <IconButton
        icon="close"
        iconSize={16}
        label={dismissals[code]}
        onClick={() => {
          declineLanguageOffer();
          setIsShown(false);
        }}
      />
    </aside>
  );
}
