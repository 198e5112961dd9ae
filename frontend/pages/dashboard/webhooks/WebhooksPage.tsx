import type { ListedWebhookView } from '#contract/integration/webhooks.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { deleteWebhook, webhooks } from '../../../api/admin/webhooks.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { SettingsScreen, type SettingsTexts } from '../settings/SettingsScreen.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookState } from './WebhookState.tsx';

const texts: SettingsTexts = {
  lead: m.adminWebhooks.lead,
  empty: m.adminWebhooks.empty,
  add: m.adminWebhooks.add,
  edit: m.adminWebhooks.edit,
  deleteTitle: m.adminWebhooks.deleteTitle,
  deleteText: m.adminWebhooks.deleteText,
};

/** The programs that are told what happens in the shop. */
export default function WebhooksPage() {
  const view = useRemote(webhooks, null, { pollWhile: isWaiting });
  return (
    <SettingsScreen
      texts={texts}
      view={view}
      nameOf={({ url }) => url}
      addressOf={({ _id }) => pageAddress('webhook', { webhookId: _id })}
      details={(webhook) => <WebhookState webhook={webhook} />}
      onDelete={deleteWebhook}
      form={(webhook, onClose) => <WebhookForm webhook={webhook} onClose={onClose} />}
    />
  );
}

/** Deliveries that wait for long needn't be watched. */
function isWaiting(all: readonly ListedWebhookView[]): boolean {
  return all.some(({ waiting, failingSince }) => waiting > 0 && failingSince === null);
}
