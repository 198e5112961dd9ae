import { formatNumber } from '#contract/numbers.ts';
import { Icon } from './Icon.tsx';
import styles from './Pagination.module.css';
import { type PageGap, pageNumbers } from './pageNumbers.ts';

type PaginationProps = {
  /** The current page, from 1. */
  page: number;
  count: number;
  onTurn: (page: number) => void;
};

/** Page links of a list. */
export function Pagination({ page, count, onTurn }: PaginationProps) {
  return (
    <nav className={styles.pagination} aria-label="Pagination">
      <button
        type="button"
        className={styles.turn}
        aria-label="Previous page"
        disabled={page === 1}
        onClick={() => onTurn(page - 1)}
      >
        <Icon name="chevronLeft" />
      </button>
      <ol className={styles.pages}>
        {pageNumbers(page, count).map((number, index) => (
          <li key={number === 'gap' ? `gap ${index}` : number}>
            <PageNumber number={number} current={page} onTurn={onTurn} />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={styles.turn}
        aria-label="Next page"
        disabled={page === count}
        onClick={() => onTurn(page + 1)}
      >
        <Icon name="chevronRight" />
      </button>
    </nav>
  );
}

type PageNumberProps = { number: number | PageGap; current: number; onTurn: (page: number) => void };

function PageNumber({ number, current, onTurn }: PageNumberProps) {
  if (number === 'gap') return <span className={styles.gap}>…</span>;
  const text = formatNumber(number);
  return (
    <button
      type="button"
      className={styles.number}
      aria-label={`Page ${text}`}
      aria-current={number === current ? 'page' : undefined}
      onClick={() => onTurn(number)}
    >
      {text}
    </button>
  );
}
