import { Link } from 'wouter';
import {
  type FeedProblemColumn,
  type FeedProblemView,
  type FeedView,
  feedReasons,
} from '#contract/integration/feeds.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { problemsOf } from '../../../api/admin/feeds.ts';
import { Badge } from '../../../components/Badge.tsx';
import { None } from '../None.tsx';
import { editColumn } from '../table/actionColumns.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';

const texts: TableTexts = {
  title: m.feeds.problemsTitle,
  search: m.feeds.search,
  counted: m.feeds.counted,
  empty: m.feeds.allWell,
  noMatch: m.feeds.noMatch,
};

const editAddress = ({ _id }: FeedProblemView) => pageAddress('editProduct', { productId: _id });

/** The products that are left out of a feed or weak in it, with the reasons. */
export function Problems({ feed: { _id } }: { feed: FeedView }) {
  const view = useTable(problemsOf(_id));
  const columns: TableColumn<FeedProblemView, FeedProblemColumn>[] = [
    {
      title: m.feeds.product,
      role: 'name',
      minWidth: 'min(14rem, 30cqi)',
      cell: (problem) => (
        <Link href={editAddress(problem)} className="clamp quiet-link" title={problem.title}>
          {problem.title}
        </Link>
      ),
    },
    {
      title: m.feeds.sku,
      isOptional: true,
      cell: ({ sku }) => (sku === null ? <None>{m.feeds.noSku()}</None> : <span className="breaks">{sku}</span>),
    },
    {
      title: m.feeds.problem,
      minWidth: 'min(14rem, 30cqi)',
      cell: ({ reasons, isLeftOut }) => (
        <div className="stack gap-1">
          {isLeftOut && (
            <div>
              <Badge tone="bad">{m.feeds.leftOut()}</Badge>
            </div>
          )}
          <ul className="stack gap-1">
            {reasons.map((reason) => (
              <li key={reason}>{m.feeds.reason({ reason })}</li>
            ))}
          </ul>
        </div>
      ),
    },
    editColumn(({ title }) => title, { href: editAddress }),
  ];
  return (
    <DataTable
      view={view}
      texts={texts}
      columns={columns}
      filters={
        <TableFilter
          view={view}
          name="reason"
          label={m.feeds.problem()}
          all={m.feeds.anyProblem()}
          options={Object.fromEntries(feedReasons.map((reason) => [reason, m.feeds.reason({ reason })]))}
        />
      }
    />
  );
}
