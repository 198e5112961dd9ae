import { m } from '#messages';
import { Sentence } from '../../../components/Sentence.tsx';
import { Day } from '../Moment.tsx';

type RefundDueProps = {
  /** ISO 8601. */
  date: string;
  isOverdue: boolean;
};

/** Until when a withdrawal's money must be back. */
export function RefundDue({ date, isOverdue }: RefundDueProps) {
  return (
    <span className={isOverdue ? 'medium danger' : undefined}>
      <Sentence
        of={isOverdue ? m.adminReturns.overdueSince() : m.adminReturns.dueBy()}
        parts={{ date: () => <Day date={date} /> }}
      />
    </span>
  );
}
