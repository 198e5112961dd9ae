import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { type AdminLegalPageView, isLegalPageKind } from '#contract/shop/legal-pages.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { type LanguageCode, languages } from '#messages/languages.ts';
import { legalPages } from '../../../api/admin/legalPages.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { LanguageTabs } from '../translations/LanguageTabs.tsx';
import { kindNames } from './kindNames.ts';
import { PageEditor } from './PageEditor.tsx';

/** Writes and publishes a page, each language by itself. */
export default function EditLegalPage({ parameters: { kind } }: DashboardPageProps) {
  const view = useRemote(legalPages, null);
  const isKnown = isLegalPageKind(kind);
  return (
    <EditScreen
      view={isKnown ? view : { ...view, isMissing: true }}
      list="legalPages"
      head={
        <>
          <Link href={pagePatterns.legalPages} className="back-link">
            <Icon name="arrowBack" size={18} />
            {m.pages.legalPages()}
          </Link>
          <ScreenHead>{isKnown && kindNames[kind].name()}</ScreenHead>
        </>
      }
    >
      {isKnown && view.data && (
        <>
          <p className="soft narrow">{kindNames[kind].hint()}</p>
          <Editors key={kind} pages={view.data.filter((page) => page.kind === kind)} />
        </>
      )}
    </EditScreen>
  );
}

function Editors({ pages }: { pages: readonly AdminLegalPageView[] }) {
  const asked = new URLSearchParams(useSearch()).get('language');
  const [unsaved, setUnsaved] = useState<ReadonlySet<LanguageCode>>(new Set());
  useUnsavedChangesPrompt(unsaved.size > 0);

  const editorOf = (page: AdminLegalPageView) => (
    <PageEditor
      key={page.language}
      page={page}
      onUnsaved={(isUnsaved) =>
        setUnsaved((before) => {
          if (before.has(page.language) === isUnsaved) return before;
          const others = [...before].filter((code) => code !== page.language);
          return new Set(isUnsaved ? [...others, page.language] : others);
        })
      }
    />
  );
  const [only, ...others] = pages;
  if (only && others.length === 0) return editorOf(only);
  return (
    <LanguageTabs
      first={pages.find(({ language }) => language === asked)?.language}
      tabs={pages.map((page) => ({
        code: page.language,
        name: languages[page.language].name,
        note: unsaved.has(page.language) ? m.legalPages.unsaved() : undefined,
        isWrong: false,
        fields: editorOf(page),
      }))}
    />
  );
}
