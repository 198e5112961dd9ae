import { longMoment, mediumDate, shortDate, shortTime } from '../../texts/dates.ts';

type MomentProps = {
  /** ISO 8601. */
  date: string;
};

/** "1/5/26", with the full date and time as its tooltip. */
export function ShortDate({ date }: MomentProps) {
  return (
    <time dateTime={date} title={longMoment(date)} className="nowrap">
      {shortDate(date)}
    </time>
  );
}

/** "Jan 5, 2026 3:04 PM". */
export function DateAndTime({ date }: MomentProps) {
  return (
    <time dateTime={date}>
      <span className="nowrap">{mediumDate(date)}</span>{' '}
      <span className="soft nowrap text-small">{shortTime(date)}</span>
    </time>
  );
}
