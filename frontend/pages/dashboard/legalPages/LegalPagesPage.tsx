import { Link } from 'wouter';
import { type AdminLegalPageView, type LegalPageKind, legalPageKinds } from '#contract/shop/legal-pages.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { legalPages } from '../../../api/admin/legalPages.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Panel } from '../../../components/Panel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { kindNames } from './kindNames.ts';
import styles from './LegalPagesPage.module.css';
import { PageState } from './PageState.tsx';

/** The pages that the law asks of the shop, with what is published of each in each language. */
export default function LegalPagesPage() {
  const view = useRemote(legalPages, null);
  return (
    <EditScreen view={view}>
      {view.data && (
        <>
          <p className="soft narrow">{m.legalPages.lead()}</p>
          <Panel as="div" className="medium-wide">
            <ul className="divided" aria-label={m.pages.legalPages()}>
              {legalPageKinds.map((kind) => (
                <Kind key={kind} kind={kind} pages={view.data?.filter((page) => page.kind === kind) ?? []} />
              ))}
            </ul>
          </Panel>
        </>
      )}
    </EditScreen>
  );
}

function Kind({ kind, pages }: { kind: LegalPageKind; pages: readonly AdminLegalPageView[] }) {
  const { name, hint } = kindNames[kind];
  const address = pageAddress('editLegalPage', { kind });
  return (
    <li className="record">
      <div>
        <Link href={address} className={`medium ${styles.name}`}>
          {name()}
        </Link>
        <p className="soft text-note">{hint()}</p>
      </div>
      {pages.length === 1 && pages[0] ? (
        <PageState page={pages[0]} />
      ) : (
        <ul className={`stack gap-1 ${styles.states}`}>
          {pages.map((page) => (
            <li key={page.language} className="row spread text-note">
              <Link
                href={`${address}?${new URLSearchParams({ language: page.language })}`}
                lang={page.language}
                className="quiet-link"
              >
                {languages[page.language].name}
              </Link>
              <PageState page={page} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
