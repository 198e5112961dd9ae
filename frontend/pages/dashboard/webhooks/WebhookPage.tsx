import { useState } from 'react';
import { Link } from 'wouter';
import { FORMER_SECRET_HOURS, type ListedWebhookView } from '#contract/integration/webhooks.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { rotateSecret, sendTest, webhooks } from '../../../api/admin/webhooks.ts';
import { showFailure } from '../../../api/errors.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { Secret } from '../integrations/Secret.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { Deliveries } from './Deliveries.tsx';
import { TestResult } from './TestResult.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookState } from './WebhookState.tsx';

/** What an open dialog is about. */
type Task = { kind: 'edit' } | { kind: 'secret'; secret: string } | { kind: 'test'; webhookId: string };

/** One webhook: how it goes, and every try to deliver an event. */
export default function WebhookPage({ parameters: { webhookId } }: DashboardPageProps) {
  const view = useRemote(webhooks, null);
  const webhook = view.data?.find(({ _id }) => _id === webhookId);
  return (
    <EditScreen
      view={{ ...view, isMissing: view.data !== undefined }}
      list="webhooks"
      head={
        <>
          <Link href={pagePatterns.webhooks} className="back-link">
            <Icon name="arrowBack" size={18} />
            {m.pages.webhooks()}
          </Link>
          {webhook ? <Head webhook={webhook} /> : <ScreenHead />}
        </>
      }
    >
      {webhook && <Deliveries key={webhook._id} webhook={webhook} />}
    </EditScreen>
  );
}

function Head({ webhook }: { webhook: ListedWebhookView }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const test = () => sendTest(webhook).then((webhookId) => setTask({ kind: 'test', webhookId }), showFailure);
  const rotate = async () => {
    const text = <p>{m.adminWebhooks.rotateText({ hours: FORMER_SECRET_HOURS })}</p>;
    const question = { title: m.adminWebhooks.rotateTitle(), text, action: m.adminWebhooks.rotateNow() };
    if (await confirm(question)) {
      await rotateSecret(webhook).then((secret) => setTask({ kind: 'secret', secret }), showFailure);
    }
  };
  return (
    <>
      <ScreenHead
        actions={
          <>
            <Button size="small" onClick={() => setTask({ kind: 'edit' })}>
              {m.common.edit()}
            </Button>
            <Button size="small" onClick={rotate}>
              {m.adminWebhooks.rotate()}
            </Button>
            <ActionButton size="small" variant="primary" action={test}>
              {m.adminWebhooks.test()}
            </ActionButton>
          </>
        }
      >
        <span className="breaks" dir="ltr">
          {webhook.url}
        </span>
      </ScreenHead>
      <p className="cluster row-gap-1 soft text-note">
        <WebhookState webhook={webhook} />
      </p>
      <Dialog open={task?.kind === 'edit'} shape="wide" title={m.adminWebhooks.edit()} onClose={close}>
        <WebhookForm webhook={webhook} onClose={close} />
      </Dialog>
      <Dialog open={task?.kind === 'secret'} title={m.adminWebhooks.rotate()} onClose={close}>
        {task?.kind === 'secret' && (
          <Secret
            label={m.adminWebhooks.secret()}
            secret={task.secret}
            text={m.adminWebhooks.copySecret()}
            onClose={close}
          />
        )}
      </Dialog>
      <Dialog open={task?.kind === 'test'} title={m.adminWebhooks.testTitle()} onClose={close}>
        {task?.kind === 'test' && <TestResult webhook={webhook} webhookId={task.webhookId} onClose={close} />}
      </Dialog>
    </>
  );
}
