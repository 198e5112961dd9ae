import { longMoment, mediumDate, shortDate, shortTime } from '../../texts/dates.ts';
import styles from './Moment.module.css';

type MomentProps = {
  /** ISO 8601. */
  date: string;
};

/** "1/5/26", with the full date and time as its tooltip. */
export function ShortDate({ date }: MomentProps) {
  return (
    <time dateTime={date} title={longMoment(date)} className={styles.date}>
      {shortDate(date)}
    </time>
  );
}

/** "Jan 5, 2026 3:04 PM". */
export function DateAndTime({ date }: MomentProps) {
  return (
    <time dateTime={date}>
      <span className={styles.date}>{mediumDate(date)}</span> <span className={styles.time}>{shortTime(date)}</span>
    </time>
  );
}
