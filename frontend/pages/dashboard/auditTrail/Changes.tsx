import type { AuditChanges } from '#contract/users/audit.ts';
import { m } from '#messages';
import { fieldName, readableValue } from './changeText.ts';

/** The changed fields, each with its value before and after. */
export function Changes({ changes }: { changes: AuditChanges }) {
  return (
    <ul className="breaks">
      {Object.entries(changes).map(([field, { from, to }]) => (
        <li key={field}>
          <span className="soft">{`${fieldName(field)}: `}</span>
          <Change from={readableValue(field, from)} to={readableValue(field, to)} />
        </li>
      ))}
    </ul>
  );
}

/** `from` is null for a new record, `to` for a deleted one. */
function Change({ from, to }: { from: string | null; to: string | null }) {
  return (
    <>
      {from !== null && (
        <del className="soft">
          <span className="visually-hidden">{`${m.audit.from()} `}</span>
          {from}
        </del>
      )}
      {from !== null && to !== null && (
        <span aria-hidden="true">
          {' '}
          <span className="mirrored soft">→</span>{' '}
        </span>
      )}
      {to !== null && (
        <ins>
          {from !== null && <span className="visually-hidden">{`${m.audit.to()} `}</span>}
          <span>{to}</span>
        </ins>
      )}
    </>
  );
}
