import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { LISTING_SEARCH_MAX } from '#contract/listing.ts';
import { counted } from '#contract/numbers.ts';
import { rememberSearch } from '../../stores/recentSearches.ts';
import { nouns } from '../../texts/nouns.ts';
import { Icon } from '../Icon.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import styles from './SearchBox.module.css';
import type { PressKey, ShownOptions } from './searchOptions.ts';
import { useDisclosure } from './useDisclosure.ts';

const SearchPopup = lazyPart(() => import('./SearchPopup.tsx'), null);

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
  const [shown, setShown] = useState<ShownOptions>({ count: 0, activeId: null });
  const pressKey = useRef<PressKey>(null);
  const input = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  const listId = useId();
  const isExpanded = open && shown.count > 0;

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
  const press = (event: KeyboardEvent) => {
    // The Enter that ends a composition, as in Japanese, is not a search.
    if (event.nativeEvent.isComposing) return;
    pressKey.current?.(event);
    if (event.defaultPrevented) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(!event.altKey || event.key === 'ArrowDown');
    // Escape closes the popup only; without one, it clears the field.
    if (event.key === 'Escape' && isExpanded) {
      event.preventDefault();
      setOpen(false);
    }
    if (event.key === 'Enter') search(text);
  };

  return (
    <div {...frame} className={['row soft', styles.box, className].filter(Boolean).join(' ')}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        role="combobox"
        className={styles.input}
        aria-label="Search products"
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? listId : undefined}
        aria-activedescendant={(isExpanded && shown.activeId) || undefined}
        placeholder="Search products"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LISTING_SEARCH_MAX}
        value={text}
        onChange={({ target }) => {
          isTyped.current = true;
          setOpen(true);
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
            {shown.count > 0 && counted(shown.count, nouns.suggestion)}
          </span>
          <div className={`panel raised ${styles.popup}`}>
            <ErrorBoundary part="the suggestions">
              <SearchPopup
                listId={listId}
                text={text}
                pressKey={pressKey}
                onShow={setShown}
                onChoose={remember}
                onSearch={search}
                onForget={() => input.current?.focus()}
              />
            </ErrorBoundary>
          </div>
        </>
      )}
    </div>
  );
}
