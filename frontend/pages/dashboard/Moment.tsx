import styles from './Moment.module.css';

type MomentProps = {
  /** ISO 8601. */
  date: string;
};

/** "1/5/26", in the admin's time zone, with the full date and time as its tooltip. */
export function ShortDate({ date }: MomentProps) {
  return (
    <time dateTime={date} title={localized(date, { dateStyle: 'long', timeStyle: 'short' })} className={styles.date}>
      {localized(date, { dateStyle: 'short' })}
    </time>
  );
}

/** "Jan 5, 2026 3:04 PM", in the admin's time zone. */
export function DateAndTime({ date }: MomentProps) {
  return (
    <time dateTime={date}>
      <span className={styles.date}>{localized(date, { dateStyle: 'medium' })}</span>{' '}
      <span className={styles.time}>{localized(date, { timeStyle: 'short' })}</span>
    </time>
  );
}

function localized(date: string, format: Intl.DateTimeFormatOptions): string {
  return new Date(date).toLocaleString('en-US', format);
}
