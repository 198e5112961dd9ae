import { clockTime, mediumDate, mediumMoment } from '../../texts/dates.ts';

type MomentProps = {
  /** ISO 8601. */
  date: string;
};

/** "Jan 5, 2026", with the time as its tooltip. */
export function Day({ date }: MomentProps) {
  return (
    <time dateTime={date} title={mediumMoment(date)} className="nowrap">
      {mediumDate(date)}
    </time>
  );
}

/** "Jan 5, 2026 15:04". */
export function DateAndTime({ date }: MomentProps) {
  return (
    <time dateTime={date}>
      <span className="nowrap">{mediumDate(date)}</span>{' '}
      <span className="soft nowrap text-small">{clockTime(date)}</span>
    </time>
  );
}
