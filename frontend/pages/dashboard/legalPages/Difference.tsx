import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { m } from '#messages';
import { type LanguageCode, languages } from '#messages/languages.ts';
import styles from './PageEditor.module.css';

/** Milliseconds after which texts that have little in common are compared by lines. */
const TIMEOUT = 1000;
/** Characters of an unchanged part that are shown beside a change. */
const CONTEXT = 160;

type DifferenceProps = { before: string; after: string; language: LanguageCode };

/** What changed between two texts, word by word; what stayed, only around it. */
export default function Difference({ before, after, language }: DifferenceProps) {
  const parts = useMemo(
    () => diffWordsWithSpace(before, after, { timeout: TIMEOUT }) ?? diffLines(before, after),
    [before, after],
  );
  if (before === after) return <p className="soft">{m.legalPages.noDifference()}</p>;
  return (
    <div className={`multiline breaks ${styles.difference}`} lang={language} dir={languages[language].dir}>
      {parts.map(({ value, added, removed }, index) => {
        const Element = added ? 'ins' : removed ? 'del' : 'span';
        const isChange = added || removed;
        const text = isChange ? value : shortened(value, index === 0, index === parts.length - 1);
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a difference have a fixed order
        return <Element key={index}>{text}</Element>;
      })}
    </div>
  );
}

/** The ends of a text that are next to a change. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const start = isFirst ? '' : text.slice(0, CONTEXT);
  const end = isLast ? '' : text.slice(-CONTEXT);
  return start.length + end.length >= text.length ? text : `${start} … ${end}`;
}
