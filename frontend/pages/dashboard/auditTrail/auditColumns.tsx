import type { AuditColumn, AuditEntryView } from '#contract/audit.ts';
import { Expandable } from '../Expandable.tsx';
import { DateAndTime } from '../Moment.tsx';
import { None } from '../None.tsx';
import type { TableColumn } from '../table/columns.ts';
import { AuditedAction } from './AuditedAction.tsx';
import { Changes } from './Changes.tsx';
import { realChanges } from './changeText.ts';

/** The columns of the audit trail. Rows have no numbers, because new entries appear at the top. */
export const auditTableColumns: readonly TableColumn<AuditEntryView, AuditColumn>[] = [
  { title: 'Date', sort: 'date', firstDirection: 'desc', cell: ({ date }) => <DateAndTime date={date} /> },
  {
    title: 'By',
    minWidth: '7rem',
    cell: ({ actor }) => (
      <span className="clamp breaks" title={actor}>
        {actor}
      </span>
    ),
  },
  { title: 'Action', role: 'name', minWidth: 'min(14rem, 26cqi)', cell: (entry) => <AuditedAction entry={entry} /> },
  { title: 'Changes', minWidth: 'min(18rem, 36cqi)', cell: (entry) => <ChangesCell entry={entry} /> },
];

function ChangesCell({ entry: { changes, subjectName } }: { entry: AuditEntryView }) {
  const real = realChanges(changes);
  if (Object.keys(real).length === 0) return <None of="changes" />;
  return (
    <Expandable of={`of the changes to ${subjectName}`}>
      <Changes changes={real} />
    </Expandable>
  );
}
