import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { findPage, type PageName, pagePatterns } from '#contract/shop/page-addresses.ts';
import type { WorkView } from '#contract/users/work.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { useWork } from '../../api/admin/work.ts';
import { Icon } from '../../components/Icon.tsx';
import { useDisclosure } from '../../components/shell/menus/useDisclosure.ts';
import { pageAccess } from './pageAccess.ts';
import { dashboardPages, pageGroups } from './pages.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import styles from './Sidebar.module.css';
import { useCan } from './useCan.ts';

type SidebarPage = (typeof dashboardPages)[number];

/** The page whose entry is highlighted at a path. */
function activeEntry(path: string): PageName | undefined {
  const shown = dashboardPages.find(({ name }) => name === findPage(path)?.name);
  return shown?.within ?? shown?.name;
}

/** The work that each entry counts, and how screen readers hear it. */
const work: Partial<Record<PageName, { count: (work: WorkView) => number | null; verb: () => string }>> = {
  orders: { count: ({ ordersToShip }) => ordersToShip, verb: m.admin.toShip },
  // The previous release counts none.
  returns: {
    count: ({ returnsRequested, returnsOverdue, withdrawalsWaiting }) =>
      (returnsRequested ?? 0) + (returnsOverdue ?? 0) + (withdrawalsWaiting ?? 0),
    verb: m.admin.toHandle,
  },
  comments: {
    count: ({ commentsWaiting, reportsOpen }) => (commentsWaiting ?? 0) + (reportsOpen ?? 0),
    verb: m.admin.toModerate,
  },
  unsentMails: { count: ({ unsentMails }) => unsentMails, verb: m.admin.toRetry },
  // The previous release counts none.
  duties: { count: ({ dutiesOpen }) => dutiesOpen ?? null, verb: m.admin.toFulfill },
};

/**
 * Links to the screens that the role may open, and home, with what waits there. On narrow screens, a button above the
 * content opens them.
 */
export function Sidebar() {
  const [path] = useLocation();
  const can = useCan();
  const { open, setOpen, frame } = useDisclosure<HTMLElement>();
  const id = useId();
  const active = activeEntry(path);
  const pages = dashboardPages.filter(({ name, entry }) => entry && can(pageAccess[name]));

  return (
    <nav aria-label={m.admin.dashboard()} className={styles.sidebar} {...frame}>
      <button
        type="button"
        className={`row gap-2 medium text-compact ${styles.toggle}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" />
        <span>{m.admin.menu()}</span>
      </button>
      <PaletteButton />
      <div id={id} className={open ? `${styles.groups} ${styles.open}` : styles.groups}>
        {Object.entries(pageGroups).map(([key, nameOf]) => (
          <Group key={key} name={nameOf?.()}>
            {pages
              .filter(({ group = 'main' }) => group === key)
              .map((page) => (
                <Entry key={page.name} page={page} isActive={page.name === active} />
              ))}
          </Group>
        ))}
        <Link href={pagePatterns.catalogue} className={`row entry tinting nowrap ${styles.entry} ${styles.home}`}>
          {m.admin.home()}
        </Link>
      </div>
    </nav>
  );
}

/** A list of entries below its heading; nothing without entries. */
function Group({ name, children }: { name?: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <div>
      {name && (
        <p id={id} className={`soft medium text-small ${styles.heading}`}>
          {name}
        </p>
      )}
      <ul className={styles.list} aria-labelledby={name ? id : undefined}>
        {children}
      </ul>
    </div>
  );
}

function Entry({ page: { name, entry }, isActive }: { page: SidebarPage; isActive: boolean }) {
  const waiting = useWork();
  const counted = work[name];
  const count = (waiting && counted?.count(waiting)) || 0;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li ref={element}>
      <Link
        href={pagePatterns[name]}
        className={`row entry tinting nowrap ${styles.entry}`}
        aria-current={isActive ? 'page' : undefined}
      >
        <span>{entry?.()}</span>
        {counted && count > 0 && (
          <span className={`numbers medium text-small ${styles.badge}`}>
            <span>{formatNumber(count)}</span>
            <span className="visually-hidden">{` ${counted.verb()}`}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
