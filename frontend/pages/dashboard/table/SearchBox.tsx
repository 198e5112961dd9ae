import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SEARCH_MAX } from '#contract/table.ts';
import { Icon } from '../../../components/Icon.tsx';
import styles from './SearchBox.module.css';

/** Debounces the search, in milliseconds. */
const DEBOUNCE_MS = 200;

type SearchBoxProps = {
  label: string;
  /** The search in the URL. */
  search: string;
  /** @param continues whether it continues the previous edit */
  onSearch: (search: string, continues: boolean) => void;
};

/** Searches while the user types, and follows the URL when something else changes it, such as the Back button. */
export function SearchBox({ label, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const requested = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);

  useLayoutEffect(() => {
    if (search === requested.current) return;
    requested.current = search;
    isTyping.current = false;
    clearTimeout(timer.current);
    setText(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (typed: string) => {
    clearTimeout(timer.current);
    if (typed === requested.current) return;
    requested.current = typed;
    onSearch(typed, isTyping.current);
    isTyping.current = true;
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(typed), DEBOUNCE_MS);
  };

  return (
    <search className={`control row gap-2 ${styles.box}`}>
      <Icon name="search" size={18} />
      <input
        type="search"
        className={`grow text-compact ${styles.input}`}
        aria-label={label}
        placeholder={label}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && send(text)}
        onBlur={() => {
          send(text);
          isTyping.current = false;
        }}
      />
    </search>
  );
}
