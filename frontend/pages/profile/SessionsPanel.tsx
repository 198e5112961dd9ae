import type { SessionView } from '#contract/users/users.ts';
import { m } from '#messages';
import { useSessions } from '../../api/sessions.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { hidden, Sentence } from '../../components/Sentence.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { logOutDevice, logOutEverywhere } from '../../stores/account.ts';
import { longDate, longDay } from '../../texts/dates.ts';
import { Entry } from './Entry.tsx';
import { Fold } from './Fold.tsx';

/** How many devices show at first. */
const DEVICES = 3;

/** Lists where the user is logged in, to log out devices that they don't recognize. */
export function SessionsPanel() {
  const { data, isLoading, error, retry } = useSessions();
  return (
    <TitledPanel id="devices" title={m.profile.sessions()} lead={m.profile.sessionsLead()} className="roomy">
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="4rem" />}
      {data && (
        <>
          <Fold
            items={data.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))}
            most={DEVICES}
            className="divided"
          >
            {(shown) => shown.map((session) => <Session key={session._id} session={session} />)}
          </Fold>
          <div>
            <ActionButton action={logOutEverywhere}>{m.profile.logOutEverywhere()}</ActionButton>
          </div>
        </>
      )}
    </TitledPanel>
  );
}

function Session({ session: { _id, device, network, date, lastUsed, isCurrent } }: { session: SessionView }) {
  const name = device || m.profile.unknownDevice();
  return (
    <Entry
      name={
        <p className="cluster row-gap-1">
          <span>{name}</span>
          {isCurrent && <Badge tone="good">{m.profile.thisDevice()}</Badge>}
        </p>
      }
      note={[
        network === ''
          ? m.profile.loggedIn({ date: longDate(date) })
          : m.profile.loggedInFrom({ date: longDate(date), network }),
        ...(isCurrent ? [] : [m.profile.lastUsed({ date: longDay(lastUsed) })]),
      ].join(' · ')}
    >
      {!isCurrent && (
        <Button size="small" onClick={() => logOutDevice(_id)}>
          <Sentence of={m.profile.logOutDevice({ device: name })} parts={{ hidden }} />
        </Button>
      )}
    </Entry>
  );
}
