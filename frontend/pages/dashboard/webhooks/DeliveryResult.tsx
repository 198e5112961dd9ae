import { type DeliveryFailure, WEBHOOK_TIMEOUT, type WebhookDeliveryView } from '#contract/integration/webhooks.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Badge } from '../../../components/Badge.tsx';

/** Why a try got no answer: in a word or two, and as a sentence. */
const failures: Record<DeliveryFailure, { name: () => string; text: () => string }> = {
  address: { name: m.adminWebhooks.notPublicShort, text: m.adminWebhooks.notPublic },
  timeout: {
    name: m.adminWebhooks.timedOutShort,
    text: () => m.adminWebhooks.timedOut({ seconds: WEBHOOK_TIMEOUT / 1000 }),
  },
  connection: { name: m.adminWebhooks.unreachableShort, text: m.adminWebhooks.unreachable },
};

/** The status of the answer to a try, or why there was none. */
export function DeliveryBadge({ delivery: { status, failure } }: { delivery: WebhookDeliveryView }) {
  const isSuccess = status !== null && status >= 200 && status < 300;
  return <Badge tone={isSuccess ? 'good' : 'bad'}>{failure === null ? status : failures[failure].name()}</Badge>;
}

/** How a try went. */
export function resultText({ status, failure, durationMs }: WebhookDeliveryView): string {
  if (failure !== null) return failures[failure].text();
  return m.adminWebhooks.answered({ status: String(status), duration: durationText(durationMs) });
}

/** "38 ms", "1.2 s" */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return m.adminWebhooks.milliseconds({ duration: milliseconds });
  return m.adminWebhooks.seconds({ seconds: formatNumber(milliseconds / 1000, 1) });
}
