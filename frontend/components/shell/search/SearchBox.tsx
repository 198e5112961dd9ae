import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { LISTING_SEARCH_MAX } from '#contract/listing/listing.ts';
import { m } from '#messages';
import { Icon } from '../../Icon.tsx';
import { lazyPart } from '../../lazyPart.tsx';
import { useDisclosure } from '../menus/useDisclosure.ts';
import styles from './SearchBox.module.css';

const SearchPopup = lazyPart(() => import('./SearchPopup.tsx'), null, m.feedback.suggestionsFailed);

/** Needed only once somebody searches. Without it, the search is not remembered. */
function rememberSearch(text: string): void {
  import('../../../stores/recentSearches.ts').then((searches) => searches.rememberSearch(text), console.warn);
}

type SearchBoxProps = {
  text: string;
  onType: (text: string) => void;
  /** Called on Enter and with an earlier search that the shopper chooses. */
  onSearch: (text: string) => void;
  className?: string;
};

/**
 * A search field with suggestions, or with the latest searches while it is empty.
 * A combobox with manual selection: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SearchBox({ text, onType, onSearch, className }: SearchBoxProps) {
  const { open, setOpen, frame } = useDisclosure<HTMLDivElement>();
  const [optionIds, setOptionIds] = useState<readonly string[]>([]);
  const [reachedId, setReachedId] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  const listId = useId();
  const isExpanded = open && optionIds.length > 0;
  /** The option that the arrow keys have reached; -1 if they moved the caret. */
  const active = isExpanded ? optionIds.indexOf(reachedId) : -1;

  const remember = () => {
    if (isTyped.current) rememberSearch(text);
    isTyped.current = false;
  };
  const search = (wanted: string) => {
    rememberSearch(wanted);
    isTyped.current = false;
    setOpen(false);
    onSearch(wanted);
  };
  const reach = (id = '') => {
    setReachedId(id);
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    // The Enter that ends a composition, as in Japanese, is not a search.
    if (event.nativeEvent.isComposing) return;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (isArrow && isExpanded && !altKey) {
      event.preventDefault();
      reach(optionIds.at(key === 'ArrowDown' ? (active + 1) % optionIds.length : Math.max(active, 0) - 1));
    } else if (isArrow) {
      setOpen(!altKey || key === 'ArrowDown');
    } else if (key === 'Escape' && isExpanded) {
      // It closes the popup only; without one, it clears the field.
      event.preventDefault();
      setOpen(false);
    } else if (key === 'Enter' && active >= 0) {
      event.preventDefault();
      document.getElementById(reachedId)?.click();
    } else if (key === 'Enter') {
      search(text);
    } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) {
      setReachedId('');
    }
  };

  return (
    <div {...frame} className={['row soft', styles.box, className].filter(Boolean).join(' ')}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        role="combobox"
        className={styles.input}
        aria-label={m.search.searchProducts()}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? listId : undefined}
        aria-activedescendant={active < 0 ? undefined : reachedId}
        placeholder={m.search.searchProducts()}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LISTING_SEARCH_MAX}
        value={text}
        onChange={({ target }) => {
          isTyped.current = true;
          setOpen(true);
          setReachedId('');
          onType(target.value);
        }}
        onFocus={() => setOpen(text === '')}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        onBlur={remember}
      />
      {open && (
        <>
          <span role="status" className="visually-hidden">
            {isExpanded && m.search.suggested({ count: optionIds.length })}
          </span>
          <div className={`panel raised ${styles.popup}`}>
            <SearchPopup
              listId={listId}
              text={text}
              activeId={optionIds[active]}
              onShow={setOptionIds}
              onChoose={remember}
              onSearch={search}
              onForget={() => input.current?.focus()}
            />
          </div>
        </>
      )}
    </div>
  );
}
