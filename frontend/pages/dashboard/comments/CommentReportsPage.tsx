import { useState } from 'react';
import type {
  CommentReportColumn,
  CommentReportStatus,
  CommentReportView,
  ReportDecision,
} from '#contract/comments/comment-reports.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { commentReportsTable, decideReport } from '../../../api/admin/commentReports.ts';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { mediumMoment } from '../../../texts/dates.ts';
import { Expandable } from '../Expandable.tsx';
import { Day } from '../Moment.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { ReportedComment } from './ReportedComment.tsx';

const texts: TableTexts = {
  title: m.reports.title,
  search: m.reports.search,
  counted: m.reports.counted,
  empty: m.reports.empty,
  noMatch: m.reports.noMatch,
};

/** Lists what people report about comments, to keep or remove these. */
export default function CommentReportsPage() {
  const statusNames: Record<CommentReportStatus, string> = {
    open: m.reports.statusOpen(),
    decided: m.reports.statusDecided(),
  };
  const view = useTable(commentReportsTable);
  const [report, setReport] = useState<CommentReportView | null>(null);
  return (
    <>
      <ScreenHead
        actions={
          <ButtonLink size="small" href={pagePatterns.comments}>
            {m.admin.backToComments()}
          </ButtonLink>
        }
      />
      <p className="soft narrow">{m.reports.about()}</p>
      <DataTable
        view={view}
        texts={texts}
        columns={columnsFor(setReport)}
        filters={
          <TableFilter
            view={view}
            name="status"
            label={m.common.status()}
            all={m.reports.anyStatus()}
            options={statusNames}
          />
        }
      />
      <DecisionDialog
        report={report}
        onDecide={(report, decision) => decideReport(view.request, report, decision)}
        onClose={() => setReport(null)}
      />
    </>
  );
}

function columnsFor(
  onDecide: (report: CommentReportView) => void,
): TableColumn<CommentReportView, CommentReportColumn>[] {
  return [
    {
      title: m.reports.comment,
      role: 'name',
      minWidth: 'min(14rem, 26cqi)',
      cell: (report) => (
        <div className="stack gap-1 regular">
          <ReportedComment report={report} />
          {report.comment && (
            <Expandable of={m.reports.contentOf({ author: report.comment.author })}>
              {report.comment.content}
            </Expandable>
          )}
        </div>
      ),
    },
    {
      title: m.reports.reason,
      minWidth: 'min(14rem, 24cqi)',
      cell: ({ reason, email, date }) => (
        <div className="grow">
          <Expandable of={m.reports.reasonOf({ date: mediumMoment(date) })}>{reason}</Expandable>
          {email !== null && <p className="soft breaks text-small">{email}</p>}
        </div>
      ),
    },
    {
      title: m.reports.reported,
      sort: 'date',
      firstDirection: 'desc',
      cell: ({ date }) => <Day date={date} />,
    },
    {
      title: m.common.status,
      sort: 'status',
      minWidth: 'min(9rem, 14cqi)',
      cell: (report) => <Status report={report} />,
    },
    {
      title: m.reports.decision,
      role: 'action',
      cell: (report) =>
        report.decision === null && (
          <Button size="small" className="bordered-action" onClick={() => onDecide(report)}>
            <Sentence of={m.reports.decide({ date: mediumMoment(report.date) })} parts={{ hidden }} />
          </Button>
        ),
    },
  ];
}

const decisions: Record<ReportDecision, { tone: BadgeTone; name: () => string }> = {
  kept: { tone: 'good', name: m.reports.statusKept },
  removed: { tone: 'bad', name: m.reports.statusRemoved },
};

/** The outcome of a report, and why. */
function Status({ report: { decision, decisionReason, date } }: { report: CommentReportView }) {
  if (decision === null) return <Badge tone="waiting">{m.reports.statusOpen()}</Badge>;
  const { tone, name } = decisions[decision];
  return (
    <div className="grow">
      <Badge tone={tone}>{name()}</Badge>
      <div className="soft text-small">
        <Expandable of={m.reports.decisionReasonOf({ date: mediumMoment(date) })}>{decisionReason}</Expandable>
      </div>
    </div>
  );
}
