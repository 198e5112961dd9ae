import { type MouseEvent, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { ProductSuggestionView } from '#contract/listing/listing.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useSuggestions } from '../../../api/suggestions.ts';
import { forgetSearch, recentSearches } from '../../../stores/recentSearches.ts';
import { IconButton } from '../../IconButton.tsx';
import { ProductLabels } from '../../labels/ProductLabels.tsx';
import { Price } from '../../product/Price.tsx';
import { PriceNote } from '../../product/PriceNote.tsx';
import { ProductPicture } from '../../product/ProductPicture.tsx';
import { useSettled } from '../../useSettled.ts';
import { matchedPart } from './matchedPart.ts';
import styles from './SearchPopup.module.css';

/** The pause in typing after which suggestions load: the list of products, which follows each key, comes first. */
const PAUSE_MS = 150;

type SearchPopupProps = {
  listId: string;
  text: string;
  /** The id of the option that the arrow keys have reached. */
  activeId: string | undefined;
  /** Called with the ids of the options, in order. */
  onShow: (ids: readonly string[]) => void;
  /** Called when a product or a category is chosen. */
  onChoose: () => void;
  /** Called with the earlier search that is chosen. */
  onSearch: (text: string) => void;
  /** Called after an earlier search was removed, with its button. */
  onForget: () => void;
};

/** The options below the search field. */
export default function SearchPopup(props: SearchPopupProps) {
  const settled = useSettled(props.text, PAUSE_MS);
  if (props.text.trim() === '') return <RecentSearches {...props} />;
  return settled.trim() === '' ? null : <Suggestions {...props} text={settled} />;
}

/** In the same commit as the options, so that a key never finds them visible but unknown to the field. */
function useShown(ids: readonly string[], onShow: SearchPopupProps['onShow']): void {
  const shown = JSON.stringify(ids);
  useLayoutEffect(() => {
    onShow(JSON.parse(shown));
    return () => onShow([]);
  }, [shown, onShow]);
}

function RecentSearches({ listId, activeId, onShow, onSearch, onForget }: SearchPopupProps) {
  const { texts } = useSnapshot(recentSearches);
  const ids = texts.map((_, index) => `${listId}-${index}`);
  useShown(ids, onShow);
  if (texts.length === 0) return null;
  return (
    <div className={styles.recent}>
      <p className={`soft text-note ${styles.name}`}>{m.search.recent()}</p>
      <div id={listId} role="listbox" aria-label={m.search.recent()}>
        {texts.map((text, index) => (
          <button
            key={text}
            id={ids[index]}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={ids[index] === activeId}
            className={`entry tinting ellipsis ${styles.search}`}
            dir="auto"
            onMouseDown={keepFocus}
            onClick={() => onSearch(text)}
          >
            {text}
          </button>
        ))}
      </div>
      {/* Not in the options, which can't contain buttons. */}
      <ul className={styles.removals} aria-label={m.search.removeRecent()}>
        {texts.map((text) => (
          <li key={text}>
            <IconButton
              icon="close"
              iconSize={16}
              label={m.search.remove({ text })}
              onMouseDown={keepFocus}
              onClick={() => {
                forgetSearch(text);
                onForget();
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Option = { id: string; href: string; title: string; product?: ProductSuggestionView };

function Suggestions({ listId, text, activeId, onShow, onChoose }: SearchPopupProps) {
  const { data, error } = useSuggestions(text);
  // After a failure, those for an earlier text would be wrong.
  const { suggestions, categories } = data && error === null ? data : { suggestions: [], categories: [] };
  const products = suggestions.map((product): Option => {
    const { _id, title } = product;
    return { id: `${listId}-${_id}`, href: pageAddress('product', { productId: _id }), title, product };
  });
  const others = categories.map(({ _id, slug, categoryName }): Option => {
    return { id: `${listId}-${_id}`, href: pageAddress('category', { slug }), title: categoryName };
  });
  const groups = [
    { name: m.search.products(), options: products },
    { name: m.search.categories(), options: others },
  ].filter(({ options }) => options.length > 0);
  useShown(
    groups.flatMap(({ options }) => options.map(({ id }) => id)),
    onShow,
  );
  if (groups.length === 0) return null;
  return (
    <div id={listId} role="listbox" aria-label={m.search.suggestions()} className={styles.suggestions}>
      {groups.map(({ name, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
        <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
          <p id={`${listId}-${name}`} className={`soft text-note ${styles.name}`}>
            {name}
          </p>
          {options.map(({ id, href, title, product }) => (
            // A link, so that it also opens in a new tab.
            <Link
              key={id}
              id={id}
              role="option"
              tabIndex={-1}
              aria-selected={id === activeId}
              href={href}
              className={`row entry tinting ${styles.option}`}
              onMouseDown={keepFocus}
              onClick={onChoose}
            >
              {product && (
                <span className={styles.picture} aria-hidden="true">
                  <ProductPicture {...product} alt="" sizes="3rem" small />
                </span>
              )}
              <span className={styles.text}>
                <Marked title={title} search={text} />
                {product && (
                  <span className="ellipsis soft text-note" dir="auto">
                    {product.categoryName}
                  </span>
                )}
              </span>
              {product && (
                <span className={styles.price}>
                  <span className="medium">
                    <Price price={product.price} prior={product.priorPrice} decimals={0} />
                  </span>
                  <PriceNote plain />
                  <ProductLabels product={product} plain />
                </span>
              )}
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

function Marked({ title, search }: { title: string; search: string }) {
  const part = matchedPart(title, search);
  return (
    <span className="clamp breaks" dir="auto">
      {part ? (
        <>
          <span>{part.before}</span>
          <mark className={styles.match}>{part.match}</mark>
          <span>{part.after}</span>
        </>
      ) : (
        title
      )}
    </span>
  );
}

/** The field keeps the focus, and with it the popup. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
