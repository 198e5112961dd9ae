import { type MouseEvent, type ReactNode, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { ListedCategoryView, ProductSuggestionView } from '#contract/listing.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { useSuggestions } from '../../api/suggestions.ts';
import { forgetSearch, recentSearches } from '../../stores/recentSearches.ts';
import { IconButton } from '../IconButton.tsx';
import { Price } from '../product/Price.tsx';
import { ProductPicture } from '../product/ProductPicture.tsx';
import { useSettled } from '../useSettled.ts';
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
      <p className={`soft text-note ${styles.name}`}>Recent searches</p>
      <div id={listId} role="listbox" aria-label="Recent searches">
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
      <ul className={styles.removals} aria-label="Remove recent searches">
        {texts.map((text) => (
          <li key={text}>
            <IconButton
              icon="close"
              iconSize={16}
              label={`Remove ${text}`}
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

function Suggestions({ listId, text, activeId, onShow, onChoose }: SearchPopupProps) {
  const { data, error } = useSuggestions(text);
  // After a failure, those for an earlier text would be wrong.
  const { suggestions, categories } = data && error === null ? data : { suggestions: [], categories: [] };
  const idOf = ({ _id }: { _id: string }) => `${listId}-${_id}`;
  useShown([...suggestions, ...categories].map(idOf), onShow);
  if (suggestions.length + categories.length === 0) return null;
  const option = (choice: { _id: string }) => {
    return { id: idOf(choice), isActive: idOf(choice) === activeId, onChoose };
  };
  return (
    <div id={listId} role="listbox" aria-label="Suggestions" className={styles.suggestions}>
      {suggestions.length > 0 && (
        <OptionGroup id={`${listId}-products`} name="Products">
          {suggestions.map((product) => (
            <ProductOption key={product._id} {...option(product)} product={product} text={text} />
          ))}
        </OptionGroup>
      )}
      {categories.length > 0 && (
        <OptionGroup id={`${listId}-categories`} name="Categories">
          {categories.map((category) => (
            <CategoryOption key={category._id} {...option(category)} category={category} text={text} />
          ))}
        </OptionGroup>
      )}
    </div>
  );
}

function OptionGroup({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
    <div role="group" aria-labelledby={id}>
      <p id={id} className={`soft text-note ${styles.name}`}>
        {name}
      </p>
      {children}
    </div>
  );
}

type OptionProps = { id: string; isActive: boolean; onChoose: () => void };

function ProductOption({ product, text, ...option }: OptionProps & { product: ProductSuggestionView; text: string }) {
  const { _id, title, image, imageWidths, price, categoryName } = product;
  return (
    <LinkOption {...option} href={pageAddress('product', { productId: _id })}>
      <span className={styles.picture} aria-hidden="true">
        <ProductPicture image={image} imageWidths={imageWidths} alt="" sizes="3rem" small />
      </span>
      <span className={styles.text}>
        <Marked title={title} search={text} />
        <span className="ellipsis soft text-note" dir="auto">
          {categoryName}
        </span>
      </span>
      <span className="medium">
        <Price price={price} decimals={0} />
      </span>
    </LinkOption>
  );
}

function CategoryOption({ category, text, ...option }: OptionProps & { category: ListedCategoryView; text: string }) {
  const { slug, categoryName } = category;
  return (
    <LinkOption {...option} href={pageAddress('category', { slug })}>
      <span className={styles.text}>
        <Marked title={categoryName} search={text} />
      </span>
    </LinkOption>
  );
}

/** A link, so that it also opens in a new tab. */
function LinkOption({ id, isActive, onChoose, href, children }: OptionProps & { href: string; children: ReactNode }) {
  return (
    <Link
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      href={href}
      className={`row entry tinting ${styles.option}`}
      onMouseDown={keepFocus}
      onClick={onChoose}
    >
      {children}
    </Link>
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
