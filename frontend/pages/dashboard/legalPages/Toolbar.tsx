import type { RefObject } from 'react';
import { placeholders } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import { Select } from '../../../components/forms/Select.tsx';
import type { IconName } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { placeholderNames } from './kindNames.ts';
import { addLink, type Edit, insertText, type Selected, toggleMark, togglePrefix } from './markdownEdits.ts';
import styles from './PageEditor.module.css';

type Tool = { name: () => string; icon: IconName; edit: (selected: Selected) => Edit };

const tools: readonly Tool[] = [
  {
    name: m.legalPages.heading,
    icon: 'M6.5 5v14M17.5 5v14M6.5 12h11',
    edit: (selected) => togglePrefix(selected, () => '## ', /^#+ /),
  },
  {
    name: m.legalPages.bold,
    icon: 'M7.5 5h5.5a3.5 3.5 0 0 1 0 7H7.5ZM7.5 12H14a3.5 3.5 0 0 1 0 7H7.5Z',
    edit: (selected) => toggleMark(selected, '**'),
  },
  {
    name: m.legalPages.italic,
    icon: 'M10 5h7.5M6.5 19H14M14 5l-4 14',
    edit: (selected) => toggleMark(selected, '*'),
  },
  {
    name: m.legalPages.list,
    icon: 'M9.5 6.5h10M9.5 12h10M9.5 17.5h10M5 6.5h.01M5 12h.01M5 17.5h.01',
    edit: (selected) => togglePrefix(selected, () => '- ', /^[-*] /),
  },
  {
    name: m.legalPages.numberedList,
    icon: 'M10.5 6.5h9M10.5 12h9M10.5 17.5h9M4.5 5.2L6 4.5v5M4.3 15.6c.3-1.5 2.5-1.4 2.4.1-.1 1.1-2.4 2-2.4 3.5h2.6',
    edit: (selected) => togglePrefix(selected, (index) => `${index + 1}. `, /^\d+\. /),
  },
  {
    name: m.legalPages.link,
    icon: 'M10 13.5a4 4 0 0 0 5.7.3l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10.5a4 4 0 0 0-5.7-.3l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
    edit: addLink,
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
        {tools.map(({ name, icon, edit }) => (
          <IconButton key={icon} icon={icon} label={name()} onClick={() => apply(edit)} />
        ))}
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
