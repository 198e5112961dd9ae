import { type KeyboardEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { SEARCH_MAX } from '#contract/table.ts';
import { m } from '#messages';
import { type Found, found } from '../../../api/admin/palette.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { useSettled } from '../../../components/useSettled.ts';
import { pageAccess } from '../pageAccess.ts';
import { useCan } from '../useCan.ts';
import { namedOptions, type OptionGroup, recordOptions } from './options.ts';
import styles from './Palette.module.css';

/** The pause in typing after which tables are searched, in milliseconds. */
const PAUSE_MS = 150;

/** Minimum number of characters before tables are searched: no index finds shorter texts, and too many rows have them. */
const SEARCHED_MIN = 3;

const nothing: Found = { orders: [], products: [], users: [] };

/**
 * Finds screens, actions, orders, products and customers, and opens the one that is chosen.
 * A combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [reached, setReached] = useState(0);
  const can = useCan();
  const listId = useId();
  const { records, error, isSearching } = useRecords(text.trim());
  const groups = [...namedOptions(text, (page) => can(pageAccess[page])), ...recordOptions(records)].filter(
    ({ options }) => options.length > 0,
  );
  const ids = groups.flatMap(({ options }) => options.map(({ key }) => `${listId}${key}`));
  const active = Math.min(reached, ids.length - 1);

  const type = (typed: string) => {
    setText(typed);
    setReached(0);
  };
  const press = (event: KeyboardEvent) => {
    // The Enter that ends a composition, as in Japanese, chooses nothing.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && ids.length > 0) {
      const next = (active + step + ids.length) % ids.length;
      setReached(next);
      document.getElementById(ids[next] ?? '')?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') document.getElementById(ids[active] ?? '')?.click();
    else return;
    event.preventDefault();
  };

  return (
    <Dialog open onClose={onClose} title={m.palette.goTo()} shape="top">
      <input
        type="text"
        role="combobox"
        className={`control ${styles.input}`}
        aria-label={m.palette.searchLabel()}
        placeholder={m.palette.placeholder()}
        aria-expanded={ids.length > 0}
        aria-controls={listId}
        aria-activedescendant={ids[active]}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <InlineError>{error}</InlineError>
      {groups.length === 0 && !isSearching && !error && (
        <p className="soft text-note">
          {isSearched(text.trim()) ? m.palette.nothingFound() : m.palette.typeMore({ min: SEARCHED_MIN })}
        </p>
      )}
      <div id={listId} role="listbox" aria-label={m.palette.results()} className={styles.results}>
        {groups.map((group) => (
          <Group key={group.key} group={group} listId={listId} activeId={ids[active]} onChoose={onClose} />
        ))}
      </div>
    </Dialog>
  );
}

function isSearched(text: string): boolean {
  return text.length >= SEARCHED_MIN;
}

/** The records with a text in their tables, of those that the user may read. None of an earlier text, as Enter opens one. */
function useRecords(text: string): { records: Found; error: string | null; isSearching: boolean } {
  const can = useCan();
  const settled = useSettled(text, PAUSE_MS);
  const search = {
    text: settled,
    orders: isSearched(settled) && can('orders.read'),
    products: isSearched(settled) && can('catalogue.edit'),
    users: isSearched(settled) && can('users.read'),
  };
  const { data, error } = useRemote(found, search, { isQuiet: true });
  const isSettled = text === settled;
  return {
    records: isSettled && data !== undefined ? data : nothing,
    error: isSettled ? error : null,
    isSearching: isSearched(text) && (!isSettled || (data === undefined && error === null)),
  };
}

type GroupProps = { group: OptionGroup; listId: string; activeId: string | undefined; onChoose: () => void };

function Group({ group: { key: groupKey, name, options }, listId, activeId, onChoose }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
    <div role="group" aria-labelledby={`${listId}-${groupKey}`}>
      <p id={`${listId}-${groupKey}`} className={`soft text-small ${styles.name}`}>
        {name}
      </p>
      {options.map(({ key, title, detail, href }) => (
        // A link, so that it also opens in a new tab.
        <Link
          key={key}
          id={`${listId}${key}`}
          role="option"
          tabIndex={-1}
          aria-selected={`${listId}${key}` === activeId}
          href={href}
          className={`row spread entry tinting ${styles.option}`}
          onClick={onChoose}
        >
          <span className="clamp breaks">{title}</span>
          {detail && (
            <span className="ellipsis soft text-note" dir="auto">
              {detail}
            </span>
          )}
        </Link>
      ))}
    </div>
  );
}
