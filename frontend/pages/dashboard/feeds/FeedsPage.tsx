import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { feeds } from '../../../api/admin/feeds.ts';
import { CopyField } from '../integrations/CopyField.tsx';
import { SettingsScreen, type SettingsTexts } from '../settings/SettingsScreen.tsx';
import { FeedFacts } from './FeedFacts.tsx';
import { FeedForm } from './FeedForm.tsx';
import { feedName } from './feedTexts.ts';

const texts: SettingsTexts = {
  lead: m.feeds.lead,
  empty: m.feeds.empty,
  add: m.feeds.add,
  edit: m.feeds.edit,
  deleteTitle: m.feeds.deleteTitle,
  deleteText: m.feeds.deleteText,
};

/** The files by which other services know the shop's products. */
export default function FeedsPage() {
  return (
    <SettingsScreen
      texts={texts}
      view={feeds.useAll()}
      nameOf={feedName}
      addressOf={({ _id }) => pageAddress('feed', { feedId: _id })}
      details={(feed) => <FeedFacts feed={feed} />}
      more={({ url }) => <CopyField label={m.feeds.address()} value={url} />}
      onDelete={feeds.remove}
      form={(feed, onClose) => <FeedForm feed={feed} onClose={onClose} />}
    />
  );
}
