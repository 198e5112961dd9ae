import { Link, useSearch } from 'wouter';
import type { OrderColumn } from '#contract/orders/orders.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { useSavedViews } from '../../../../api/admin/savedViews.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { useWork } from '../../../../api/admin/work.ts';
import { useStrip } from '../../useStrip.ts';
import styles from './OrderViews.module.css';
import { activeView, builtInViews, type NamedQuery, queryOf, shows, viewAddress } from './orderViews.ts';
import { ViewActions } from './ViewActions.tsx';

/** Links to the built-in views and to those that the admin has saved, and what can be done with the one on screen. */
export function OrderViews({ request }: { request: TableRequest<OrderColumn> }) {
  const saved = useSavedViews();
  const requested = queryOf(request);
  const views: readonly NamedQuery[] = [...builtInViews, ...(saved ?? [])];
  const active = activeView(views, useSearch(), requested);
  const isEdited = active !== undefined && !shows(active, requested);
  const work = useWork();
  const strip = useStrip<HTMLUListElement>(active?._id ?? active?.name, work !== undefined);

  return (
    <div className="cluster spread row-gap-2">
      <nav className={styles.views} aria-label={m.adminOrders.views()}>
        <ul ref={strip} className={`cluster gap-1 ${styles.list}`}>
          {views.map((view) => (
            <li key={view._id ?? view.name} className={styles.item}>
              <Link
                href={viewAddress(view, request)}
                className={`pill tinting ${styles.view}`}
                aria-current={view === active ? 'page' : undefined}
                title={view.name}
              >
                <bdi className={`ellipsis ${styles.name}`}>{view.name}</bdi>
                <WaitingCount count={view.waiting && work?.[view.waiting]} />
                {view === active && isEdited && <span className="regular text-small">{m.adminOrders.edited()}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {saved && (
        <ViewActions
          request={request}
          requested={requested}
          own={saved.find((view) => view === active)}
          isNew={active === undefined || isEdited}
        />
      )}
    </div>
  );
}

/** How many orders of a view wait. */
function WaitingCount({ count }: { count: number | null | undefined }) {
  return count ? <span className="numbers regular text-small">{formatNumber(count)}</span> : null;
}
