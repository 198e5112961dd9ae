import type { SessionView } from '#contract/users.ts';
import { useSessions } from '../../api/sessions.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { logOutDevice, logOutEverywhere } from '../../stores/account.ts';
import { longDate, longDay } from '../../texts/dates.ts';
import panelStyles from './ProfilePage.module.css';
import styles from './SessionsPanel.module.css';

/** Lists where the user is logged in, to log out devices that they don't recognize. */
export function SessionsPanel() {
  const { data, isLoading, error, retry } = useSessions();

  return (
    <Panel className={panelStyles.panel} aria-labelledby="sessions">
      <h2 id="sessions" className="text-heading">
        Where you're logged in
      </h2>
      <p className={panelStyles.lead}>Log out devices that you don't recognize, and change your password.</p>
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="4rem" />}
      {data && (
        <>
          <ul className={styles.list}>
            {data.map((session) => (
              <Session key={session._id} session={session} />
            ))}
          </ul>
          <ActionButton action={logOutEverywhere}>Log out everywhere</ActionButton>
        </>
      )}
    </Panel>
  );
}

function Session({ session: { _id, device, network, date, lastUsed, isCurrent } }: { session: SessionView }) {
  const name = device || 'Unknown device';
  return (
    <li className={styles.session}>
      <div className={styles.text}>
        <p className="cluster row-gap-1 medium">
          <span>{name}</span>
          {isCurrent && <span className={styles.current}>This device</span>}
        </p>
        <p className="soft text-note">
          {`Logged in ${longDate(date)}${network && ` from ${network}`}${isCurrent ? '' : ` · Last used ${longDay(lastUsed)}`}`}
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" onClick={() => logOutDevice(_id)}>
          Log out<span className="visually-hidden">{` ${name}`}</span>
        </Button>
      )}
    </li>
  );
}
