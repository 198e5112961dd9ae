import type { ApiKeyState, ApiKeyView } from '#contract/integration/api-keys.ts';
import { m } from '#messages';
import { deleteApiKey, useApiKeys } from '../../../api/admin/apiKeys.ts';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import { Day } from '../Moment.tsx';
import { SettingsScreen, type SettingsTexts } from '../settings/SettingsScreen.tsx';
import { ApiKeyForm } from './ApiKeyForm.tsx';
import { scopeTexts } from './scopeTexts.ts';

const texts: SettingsTexts = {
  lead: m.apiKeys.lead,
  empty: m.apiKeys.empty,
  add: m.apiKeys.add,
  deleteTitle: m.apiKeys.deleteTitle,
  deleteText: m.apiKeys.deleteText,
};

/** The keys by which other programs call the API. */
export default function ApiKeysPage() {
  return (
    <SettingsScreen
      texts={texts}
      view={useApiKeys()}
      nameOf={({ name }) => name}
      details={(key) => <Details apiKey={key} />}
      onDelete={deleteApiKey}
      form={(_, onClose) => <ApiKeyForm onClose={onClose} />}
    />
  );
}

const states: Record<ApiKeyState, { tone: BadgeTone; name: () => string }> = {
  active: { tone: 'good', name: m.apiKeys.active },
  expired: { tone: 'quiet', name: m.apiKeys.expired },
  authorless: { tone: 'bad', name: m.apiKeys.authorless },
};

function Details({ apiKey }: { apiKey: ApiKeyView }) {
  const { prefix, scopes, state, expiresAt, lastUsedAt, createdAt, createdBy } = apiKey;
  const { tone, name } = states[state];
  return (
    <>
      <Badge tone={tone}>{name()}</Badge>
      <code dir="ltr">{`${prefix}…`}</code>
      <span>{scopes.map((scope) => scopeTexts[scope]?.name() ?? scope).join(', ')}</span>
      <span>
        {lastUsedAt === null ? m.apiKeys.neverUsed() : <Dated text={m.apiKeys.lastUsed()} date={lastUsedAt} />}
      </span>
      {expiresAt !== null && (
        <span>
          <Dated text={state === 'expired' ? m.apiKeys.expiredOn() : m.apiKeys.expiresOn()} date={expiresAt} />
        </span>
      )}
      <span>
        <Dated
          text={createdBy === null ? m.apiKeys.addedOn() : m.apiKeys.addedBy({ name: createdBy })}
          date={createdAt}
        />
      </span>
    </>
  );
}

function Dated({ text, date }: { text: string; date: string }) {
  return <Sentence of={text} parts={{ date: () => <Day date={date} /> }} />;
}
