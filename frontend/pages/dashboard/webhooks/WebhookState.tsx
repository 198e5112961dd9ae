import { type ListedWebhookView, PATIENCE_DAYS, type SwitchOffReason } from '#contract/integration/webhooks.ts';
import { m } from '#messages';
import { Badge } from '../../../components/Badge.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import { DateAndTime } from '../Moment.tsx';
import { eventText } from './eventTexts.ts';

/** More events than this are counted instead of named. */
const NAMED_EVENTS = 3;

const switchOffTexts: Record<SwitchOffReason, () => string> = {
  gone: m.adminWebhooks.offGone,
  failing: () => m.adminWebhooks.offFailing({ days: PATIENCE_DAYS }),
};

/** Whether a webhook is on, what it is told, and how that goes. */
export function WebhookState({ webhook }: { webhook: ListedWebhookView }) {
  const { events, waiting, failingSince, isActive, switchedOff } = webhook;
  return (
    <>
      <StateBadge webhook={webhook} />
      <span>{eventsText(events)}</span>
      {waiting > 0 && <span>{m.adminWebhooks.waiting({ count: waiting })}</span>}
      {!isActive && switchedOff && <span className="danger">{switchOffTexts[switchedOff]()}</span>}
      {isActive && failingSince !== null && (
        <span className="danger">
          <Sentence of={m.adminWebhooks.failingSince()} parts={{ date: () => <DateAndTime date={failingSince} /> }} />
        </span>
      )}
    </>
  );
}

function StateBadge({ webhook: { isActive, switchedOff } }: { webhook: ListedWebhookView }) {
  if (isActive) return <Badge tone="good">{m.adminWebhooks.active()}</Badge>;
  if (switchedOff) return <Badge tone="bad">{m.adminWebhooks.switchedOff()}</Badge>;
  return <Badge tone="quiet">{m.adminWebhooks.off()}</Badge>;
}

function eventsText(events: ListedWebhookView['events']): string {
  if (events.length > NAMED_EVENTS) return m.adminWebhooks.countedEvents({ count: events.length });
  return events.map(eventText).join(', ');
}
