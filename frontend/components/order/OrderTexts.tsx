import type { OrderTextView } from '#contract/shop/legal-pages.ts';
import { localAddress, pageAddress } from '#contract/shop/page-addresses.ts';
import { currentCode, m } from '#messages';

const names = { terms: m.legalPages.terms, privacy: m.legalPages.privacy, withdrawal: m.legalPages.withdrawal };

type OrderTextsProps = {
  /** Says what they are. */
  lead: string;
  texts: readonly OrderTextView[];
};

/** Links to the versions of the pages that apply to an order, which stay readable for good. */
export function OrderTexts({ lead, texts }: OrderTextsProps) {
  if (texts.length === 0) return null;
  return (
    <div className="cluster row-gap-1 soft text-note">
      <p>{lead}</p>
      <ul className="contents">
        {texts.map(({ kind, language, version }) => (
          <li key={kind}>
            <a
              href={`${localAddress(pageAddress('legalPage', { kind }), currentCode())}?version=${version}&language=${language}`}
              target="_blank"
              rel="noopener"
            >
              {names[kind]()}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
