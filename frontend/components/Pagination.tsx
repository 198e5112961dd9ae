import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Icon } from './Icon.tsx';
import styles from './Pagination.module.css';
import { pageNumbers } from './pageNumbers.ts';

type PaginationProps = {
  /** The current page, from 1. */
  page: number;
  count: number;
  addressOf: (page: number) => string;
  /** Called when the link to another page is followed. */
  onTurn: () => void;
};

/** Page links of a list. */
export function Pagination({ page, count, addressOf, onTurn }: PaginationProps) {
  const linkTo = (number: number) => ({ href: addressOf(number), onClick: onTurn });
  return (
    <nav className={styles.pagination} aria-label={m.shell.pagination()}>
      <Turn label={m.shell.previousPage()} link={page > 1 && linkTo(page - 1)}>
        <Icon name="chevronBack" />
      </Turn>
      <ol className={styles.pages}>
        {pageNumbers(page, count).map((number, index) => (
          <li key={number === 'gap' ? `gap ${index}` : number}>
            {number === 'gap' ? (
              <span className={styles.gap}>…</span>
            ) : (
              <Link
                {...linkTo(number)}
                className={styles.number}
                aria-label={m.shell.page({ page: number })}
                aria-current={number === page ? 'page' : undefined}
              >
                {formatNumber(number)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Turn label={m.shell.nextPage()} link={page < count && linkTo(page + 1)}>
        <Icon name="chevronForward" />
      </Turn>
    </nav>
  );
}

type TurnProps = { label: string; link: { href: string; onClick: () => void } | false; children: ReactNode };

function Turn({ label, link, children }: TurnProps) {
  if (!link) {
    return (
      <span className={styles.turn} aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <Link {...link} className={styles.turn} aria-label={label}>
      {children}
    </Link>
  );
}
