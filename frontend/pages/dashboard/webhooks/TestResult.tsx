import type { WebhookDeliveryView, WebhookView } from '#contract/integration/webhooks.ts';
import { PAGE_SIZE } from '#contract/table.ts';
import { m } from '#messages';
import { deliveriesOf } from '../../../api/admin/webhooks.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import styles from './Deliveries.module.css';
import { DeliveryBadge, resultText } from './DeliveryResult.tsx';

type TestResultProps = {
  webhook: WebhookView;
  /** Of the test's delivery. */
  webhookId: string;
  onClose: () => void;
};

/** The newest tries, as the table shows them first. */
const newest = { search: '', sort: 'date', direction: 'desc', page: 1, pageSize: PAGE_SIZE, filters: {} } as const;

/** Waits for the answer to a test, and shows it. */
export function TestResult({ webhook, webhookId, onClose }: TestResultProps) {
  const find = (rows: readonly WebhookDeliveryView[]) => rows.find((row) => row.webhookId === webhookId);
  const { data, error } = useRemote(deliveriesOf(webhook._id).remote, newest, {
    pollWhile: ({ rows }) => find(rows) === undefined,
  });
  const delivery = data && find(data.rows);
  return (
    <>
      <div className="stack" role="status">
        {delivery ? <Result delivery={delivery} /> : <p>{error ?? m.adminWebhooks.waitingForAnswer()}</p>}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {m.common.close()}
        </Button>
      </DialogActions>
    </>
  );
}

function Result({ delivery }: { delivery: WebhookDeliveryView }) {
  const { response } = delivery;
  return (
    <>
      <p className="cluster gap-2">
        <DeliveryBadge delivery={delivery} />
        <span>{resultText(delivery)}</span>
      </p>
      {response !== '' && (
        <pre className={styles.response} dir="auto">
          {response}
        </pre>
      )}
    </>
  );
}
