import type { AuditColumn, AuditEntryView } from '#contract/audit.ts';
import { Expandable } from '../Expandable.tsx';
import { DateAndTime } from '../Moment.tsx';
import type { TableColumn } from '../table/columns.ts';
import styles from './AuditTrailPage.module.css';
import { Changes } from './Changes.tsx';
import { Deed } from './Deed.tsx';

/** The columns of the audit trail. It has no places in it: what is new comes in at its top. */
export const auditTableColumns: readonly TableColumn<AuditEntryView, AuditColumn>[] = [
  { title: 'Date', sort: 'date', firstDirection: 'desc', cell: ({ date }) => <DateAndTime date={date} /> },
  {
    title: 'Who',
    minWidth: '7rem',
    cell: ({ actor }) => (
      <span className={styles.actor} title={actor}>
        {actor}
      </span>
    ),
  },
  { title: 'What', role: 'name', minWidth: 'min(14rem, 26cqi)', cell: (entry) => <Deed entry={entry} /> },
  {
    title: 'Changes',
    minWidth: 'min(18rem, 36cqi)',
    cell: ({ changes, subjectName }) =>
      Object.keys(changes).length === 0 ? (
        <span className={styles.none}>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">None</span>
        </span>
      ) : (
        <Expandable of={`that changed of ${subjectName}`}>
          <Changes changes={changes} />
        </Expandable>
      ),
  },
];
