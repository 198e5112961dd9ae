import type { RefObject } from 'react';
import { placeholders } from '#contract/legal-pages.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { Select } from '../../../components/forms/Select.tsx';
import { placeholderNames } from './kindNames.ts';
import { addLink, type Edit, insertText, type Selected, toggleMark, togglePrefix } from './markdownEdits.ts';
import styles from './PageEditor.module.css';

type Tool = { name: () => string; sign: string; look?: string | undefined; edit: (selected: Selected) => Edit };

const tools: readonly Tool[] = [
  {
    name: m.legalPages.heading,
    sign: 'H',
    edit: (selected) => togglePrefix(selected, () => '## ', /^#+ /),
  },
  { name: m.legalPages.bold, sign: 'B', look: 'bold', edit: (selected) => toggleMark(selected, '**') },
  { name: m.legalPages.italic, sign: 'I', look: styles.italic, edit: (selected) => toggleMark(selected, '*') },
  { name: m.legalPages.list, sign: '•', edit: (selected) => togglePrefix(selected, () => '- ', /^[-*] /) },
  {
    name: m.legalPages.numberedList,
    sign: '1.',
    edit: (selected) => togglePrefix(selected, (index) => `${index + 1}. `, /^\d+\. /),
  },
];

/** What Markdown has, for those who don't write it by hand, and the settings that a text may name. */
export function Toolbar({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const apply = (edit: Tool['edit']) => {
    if (area.current) applyEdit(area.current, edit);
  };
  return (
    <div className="cluster gap-2 row-gap-2">
      <fieldset className={`row gap-1 ${styles.tools}`} aria-label={m.legalPages.formatting()}>
        {tools.map(({ name, sign, look = '', edit }) => (
          <Button
            key={name()}
            size="small"
            variant="soft"
            aria-label={name()}
            title={name()}
            onClick={() => apply(edit)}
          >
            <span className={`${styles.sign} ${look}`}>{sign}</span>
          </Button>
        ))}
        <Button size="small" variant="soft" onClick={() => apply(addLink)}>
          {m.legalPages.link()}
        </Button>
      </fieldset>
      <Select
        aria-label={m.legalPages.insertSetting()}
        className={styles.settings}
        value=""
        onChange={({ target }) => {
          const { value } = target;
          if (value) apply((selected) => insertText(selected, value));
        }}
      >
        <option value="">{m.legalPages.insertSetting()}</option>
        {placeholders.map((name) => (
          <option key={name} value={`{{${name}}}`}>
            {placeholderNames[name]()}
          </option>
        ))}
      </Select>
    </div>
  );
}

function applyEdit(area: HTMLTextAreaElement, edit: Tool['edit']): void {
  const { value: text, selectionStart, selectionEnd } = area;
  const { from, to, insert, start, end } = edit({ text, start: selectionStart, end: selectionEnd });
  area.focus();
  area.setSelectionRange(from, to);
  // The only way that can be undone by the browser.
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}
