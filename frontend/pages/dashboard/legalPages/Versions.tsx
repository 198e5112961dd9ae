import { useState } from 'react';
import { localAddress, pageAddress } from '#contract/shop/page-addresses.ts';
import { currentCode, m } from '#messages';
import { type PageKey, pagePreview, pageText, pageVersions } from '../../../api/admin/legalPages.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { longDate } from '../../../texts/dates.ts';
import styles from './PageEditor.module.css';

const Difference = lazyPart(() => import('./Difference.tsx'), <Skeleton height="8rem" />, m.legalPages.compareFailed);

type VersionsProps = {
  page: PageKey;
  /** What is typed; null if it is what was published last. */
  draft: string | null;
};

/** The published versions of a page, and what changed between two. */
export function Versions({ page, draft }: VersionsProps) {
  const { data: versions, error, isLoading, retry } = useRemote(pageVersions, page);
  if (!versions) {
    return error ? <FailureNotice message={error} onRetry={retry} busy={isLoading} /> : <Skeleton height="8rem" />;
  }
  return (
    <TitledPanel title={m.legalPages.versions()} className="padded medium-wide">
      <ul className="divided">
        {versions.map(({ version, publishedAt }) => (
          <li key={version} className={`row spread text-note ${styles.version}`}>
            <span>{m.legalPages.versionOf({ version, date: longDate(publishedAt) })}</span>
            <a
              href={`${localAddress(pageAddress('legalPage', { kind: page.kind }), currentCode())}?version=${version}&language=${page.language}`}
              target="_blank"
              rel="noopener"
              aria-label={m.legalPages.readVersion({ version })}
            >
              {m.legalPages.read()}
            </a>
          </li>
        ))}
      </ul>
      <Comparison page={page} versions={versions.map(({ version }) => version)} draft={draft} />
    </TitledPanel>
  );
}

/** Stands for the draft among the versions. */
const DRAFT = 0;

type ComparisonProps = { page: PageKey; versions: readonly number[]; draft: string | null };

function Comparison({ page, versions, draft }: ComparisonProps) {
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({});
  const choices = draft === null ? versions : [DRAFT, ...versions];
  if (choices.length < 2) return null;
  const known = (wanted: number | undefined, otherwise: number) =>
    wanted !== undefined && choices.includes(wanted) ? wanted : otherwise;
  const to = known(chosen.to, choices[0] ?? DRAFT);
  const from = known(chosen.from, choices[1] ?? DRAFT);
  const name = (version: number) => (version === DRAFT ? m.legalPages.draft() : m.legalPages.numbered({ version }));
  const options = choices.map((version) => (
    <option key={version} value={version}>
      {name(version)}
    </option>
  ));
  return (
    <section className="stack" aria-label={m.legalPages.compare()}>
      <h3 className="medium text-body">{m.legalPages.compare()}</h3>
      <div className={styles.pair}>
        <SelectField
          label={m.legalPages.compareFrom()}
          value={from}
          onChange={({ target }) => setChosen({ ...chosen, from: Number(target.value) })}
        >
          {options}
        </SelectField>
        <SelectField
          label={m.legalPages.compareTo()}
          value={to}
          onChange={({ target }) => setChosen({ ...chosen, to: Number(target.value) })}
        >
          {options}
        </SelectField>
      </div>
      <TextOf page={page} version={from} draft={draft}>
        {(before) => (
          <TextOf page={page} version={to} draft={draft}>
            {(after) => <Difference before={before} after={after} language={page.language} />}
          </TextOf>
        )}
      </TextOf>
    </section>
  );
}

type TextOfProps = {
  page: PageKey;
  version: number;
  draft: string | null;
  children: (text: string) => React.ReactNode;
};

/** Loads the text of a version, or that of the draft with the settings of now. */
function TextOf({ version, draft, ...rest }: TextOfProps) {
  return version === DRAFT ? <DraftText {...rest} draft={draft ?? ''} /> : <VersionText {...rest} version={version} />;
}

function VersionText({ page, version, children }: Omit<TextOfProps, 'draft'>) {
  const { data, error, isLoading, retry } = useRemote(pageText, { ...page, version });
  if (data) return children(data.body);
  return error ? <FailureNotice message={error} onRetry={retry} busy={isLoading} /> : <Skeleton height="8rem" />;
}

function DraftText({ page, draft, children }: Omit<TextOfProps, 'version'>) {
  const body = draft ?? '';
  const options = { keepsPrevious: true, isQuiet: true };
  const { data, failure, isLoading, retry } = useRemote(pagePreview, { ...page, body }, options);
  if (failure) return <FailureNotice message={failure} onRetry={retry} busy={isLoading} />;
  return data ? children(data.text) : <Skeleton height="8rem" />;
}
