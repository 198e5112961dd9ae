import { Link, useLocation } from 'wouter';
import { findPage, type PageName, pagePatterns } from '#contract/page-addresses.ts';
import { pageAccess } from './pageAccess.ts';
import { dashboardPages } from './pages.tsx';
import styles from './Sidebar.module.css';
import { useCan } from './useCan.ts';
import { useStrip } from './useStrip.ts';

/** The page whose entry is highlighted at a path. */
function activeEntry(path: string): PageName | undefined {
  const shown = dashboardPages.find(({ name }) => name === findPage(path)?.name);
  return shown?.within ?? shown?.name;
}

/** Links to the screens that the role may open, and home. On narrow screens, a strip above the content. */
export function Sidebar() {
  const [path] = useLocation();
  const can = useCan();
  const active = activeEntry(path);
  const list = useStrip<HTMLUListElement>(active);

  return (
    <nav aria-label="Dashboard" className={styles.sidebar}>
      <ul ref={list} className={styles.list}>
        {dashboardPages.map(
          ({ name, entry }) =>
            entry &&
            can(pageAccess[name]) && (
              <li key={name}>
                <Link
                  href={pagePatterns[name]}
                  className={`row entry tinting nowrap ${styles.entry}`}
                  aria-current={name === active ? 'page' : undefined}
                >
                  {entry}
                </Link>
              </li>
            ),
        )}
        <li className={styles.home}>
          <Link href={pagePatterns.catalogue} className={`row entry tinting nowrap ${styles.entry}`}>
            Home
          </Link>
        </li>
      </ul>
    </nav>
  );
}
