import type { SessionView } from '#contract/users.ts';
import { useSessions } from '../../api/sessions.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { logOutDevice, logOutEverywhere } from '../../stores/account.ts';
import { longDate, longDay } from '../../texts/dates.ts';
import { Entry } from './Entry.tsx';

/** Lists where the user is logged in, to log out devices that they don't recognize. */
export function SessionsPanel() {
  const { data, isLoading, error, retry } = useSessions();
  return (
    <TitledPanel
      title="Where you're logged in"
      lead="Log out devices that you don't recognize, and change your password."
      className="roomy"
    >
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="4rem" />}
      {data && (
        <>
          <ul className="divided">
            {data.map((session) => (
              <Session key={session._id} session={session} />
            ))}
          </ul>
          <div>
            <ActionButton action={logOutEverywhere}>Log out everywhere</ActionButton>
          </div>
        </>
      )}
    </TitledPanel>
  );
}

function Session({ session: { _id, device, network, date, lastUsed, isCurrent } }: { session: SessionView }) {
  const name = device || 'Unknown device';
  return (
    <Entry
      name={
        <p className="cluster row-gap-1">
          <span>{name}</span>
          {isCurrent && <Badge tone="good">This device</Badge>}
        </p>
      }
      note={`Logged in ${longDate(date)}${network && ` from ${network}`}${isCurrent ? '' : ` · Last used ${longDay(lastUsed)}`}`}
    >
      {!isCurrent && (
        <Button size="small" onClick={() => logOutDevice(_id)}>
          Log out<span className="visually-hidden">{` ${name}`}</span>
        </Button>
      )}
    </Entry>
  );
}
