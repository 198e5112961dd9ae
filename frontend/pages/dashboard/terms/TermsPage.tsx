import { useSearch } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import type { LanguageView } from '#contract/shop/settings.ts';
import { m } from '#messages';
import { otherLanguages, terms } from '../../../api/admin/terms.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { useCan } from '../useCan.ts';
import { Dictionary } from './Dictionary.tsx';
import { languageIn } from './languageIn.ts';

/** Translates the short words that products share. */
export default function TermsPage() {
  const view = useRemote(otherLanguages, null);
  const languages = view.data ?? [];
  const language = languageIn(useSearch(), languages);
  if (view.data && !language) {
    return (
      <EditScreen view={view}>
        <NoLanguage />
      </EditScreen>
    );
  }
  return language ? <Terms language={language} languages={languages} /> : <EditScreen view={view}>{null}</EditScreen>;
}

function NoLanguage() {
  const can = useCan();
  return (
    <Notice
      icon="menu"
      title={m.terms.noOtherLanguage()}
      actions={can('settings.edit') && <ButtonLink href={pagePatterns.shop}>{m.admin.shopDetails()}</ButtonLink>}
    >
      {m.terms.noOtherLanguageHint()}
    </Notice>
  );
}

function Terms({ language, languages }: { language: LanguageView; languages: readonly LanguageView[] }) {
  const view = useRemote(terms, language.code);
  return (
    <EditScreen view={view}>
      {view.data && <Dictionary key={language.code} language={language} languages={languages} terms={view.data} />}
    </EditScreen>
  );
}
