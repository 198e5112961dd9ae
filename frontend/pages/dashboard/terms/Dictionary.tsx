import { useState } from 'react';
import { useSearch } from 'wouter';
import type { TermView } from '#contract/catalogue/terms.ts';
import type { LanguageView } from '#contract/shop/settings.ts';
import { foldedText } from '#contract/values/words.ts';
import { m } from '#messages';
import { succeeds } from '../../../api/admin/failure.ts';
import { saveTerms } from '../../../api/admin/terms.ts';
import { currentPath, navigate } from '../../../browser/address.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { Select } from '../../../components/forms/Select.tsx';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { SearchBox } from '../table/SearchBox.tsx';
import styles from './Dictionary.module.css';
import { languageIn } from './languageIn.ts';
import { TermField } from './TermField.tsx';

/** Words that are shown at first, and then more at once. */
const SHOWN_MAX = 100;

type DictionaryProps = {
  language: LanguageView;
  /** Those to choose from. */
  languages: readonly LanguageView[];
  terms: readonly TermView[];
};

/** The words with a field for each translation. What is typed stays until it is saved, also where a search hides it. */
export function Dictionary({ language, languages, terms }: DictionaryProps) {
  const search = new URLSearchParams(useSearch()).get('search') ?? '';
  /** What is typed, by word. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const [shownMax, setShownMax] = useState(SHOWN_MAX);
  const [isSaving, setIsSaving] = useState(false);
  const changed = terms.flatMap(({ text, translation }) => {
    const draft = drafts.get(text)?.trim() ?? translation;
    return draft === translation ? [] : [{ text, translation: draft }];
  });
  useUnsavedChangesPrompt(changed.length > 0 && !isSaving, (search) => languageIn(search, languages));

  const found = terms.filter(isFound(search));
  const address = (change: Record<string, string>) => {
    const parameters = Object.entries({ language: language.code, search, ...change }).filter(([, value]) => value);
    navigate(`${currentPath()}?${new URLSearchParams(parameters)}`, { replace: true });
  };
  const save = async () => {
    if (changed.length === 0) return;
    setIsSaving(true);
    // What is typed meanwhile stays.
    if (await succeeds(saveTerms({ language: language.code, terms: changed }))) setDrafts(without(changed));
    setIsSaving(false);
  };

  if (terms.length === 0) {
    return (
      <Notice icon="search" title={m.terms.empty()}>
        {m.terms.emptyHint()}
      </Notice>
    );
  }
  return (
    <>
      <p className="soft narrow">{m.terms.about()}</p>
      <div className="cluster row-gap-2">
        <Select
          aria-label={m.terms.language()}
          className={styles.language}
          value={language.code}
          onChange={({ target }) => address({ language: target.value })}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <SearchBox
          label={m.terms.search()}
          search={search}
          onSearch={(search) => {
            setShownMax(SHOWN_MAX);
            address({ search });
          }}
        />
        <p className="soft numbers text-small" role="status">
          {completeness(terms)}
        </p>
      </div>
      {found.length === 0 && (
        <Notice
          icon="search"
          title={m.terms.noMatch()}
          actions={<Button onClick={() => address({ search: '' })}>{m.terms.clearSearch()}</Button>}
        />
      )}
      <Form onSubmit={save} className="medium-wide">
        {found.length > 0 && (
          <Panel as="div">
            <ul className="divided" aria-label={m.terms.list()}>
              {found.slice(0, shownMax).map((term) => (
                <TermField
                  key={term.text}
                  term={term}
                  language={language}
                  value={drafts.get(term.text) ?? term.translation}
                  onChange={(value) => setDrafts((drafts) => new Map(drafts).set(term.text, value))}
                />
              ))}
            </ul>
          </Panel>
        )}
        {found.length > shownMax && (
          <div>
            <Button onClick={() => setShownMax(shownMax + SHOWN_MAX)}>{m.terms.more()}</Button>
          </div>
        )}
        <div className={`cluster row-gap-2 ${styles.actions}`}>
          <Button type="submit" variant="primary" busy={isSaving} disabled={changed.length === 0}>
            {m.common.save()}
          </Button>
          {changed.length > 0 && (
            <>
              <Button variant="quiet" onClick={() => setDrafts(new Map())}>
                {m.forms.discard()}
              </Button>
              <p className="soft text-note">{m.terms.unsaved({ count: changed.length })}</p>
            </>
          )}
        </div>
      </Form>
    </>
  );
}

function isFound(search: string) {
  const wanted = foldedText(search.trim());
  return ({ text, translation }: TermView) => [text, translation].some((word) => foldedText(word).includes(wanted));
}

function completeness(terms: readonly TermView[]): string {
  const { length: count } = terms;
  const missing = terms.filter(({ translation }) => translation === '').length;
  return missing === 0 ? m.terms.complete({ count }) : m.terms.incomplete({ missing, count });
}

/** Removes what has been saved from the drafts. */
function without(saved: readonly Pick<TermView, 'text' | 'translation'>[]) {
  const sent = new Map(saved.map(({ text, translation }) => [text, translation]));
  return (drafts: ReadonlyMap<string, string>) =>
    new Map([...drafts].filter(([text, draft]) => sent.get(text) !== draft.trim()));
}
