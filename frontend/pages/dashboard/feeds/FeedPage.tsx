import { useState } from 'react';
import { Link } from 'wouter';
import type { FeedView } from '#contract/integration/feeds.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { feeds } from '../../../api/admin/feeds.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { CopyField } from '../integrations/CopyField.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { FeedFacts } from './FeedFacts.tsx';
import { FeedForm } from './FeedForm.tsx';
import { feedName } from './feedTexts.ts';
import { Problems } from './Problems.tsx';

/** One feed: its address, and the products that are left out of it or weak in it. */
export default function FeedPage({ parameters: { feedId } }: DashboardPageProps) {
  const view = feeds.useAll();
  const feed = view.data?.find(({ _id }) => _id === feedId);
  return (
    <EditScreen
      view={{ ...view, isMissing: view.data !== undefined }}
      list="feeds"
      head={
        <>
          <Link href={pagePatterns.feeds} className="back-link">
            <Icon name="arrowBack" size={18} />
            {m.pages.feeds()}
          </Link>
          {feed ? <Head feed={feed} /> : <ScreenHead />}
        </>
      }
    >
      {feed && (
        <>
          <div className="medium-wide">
            <CopyField label={m.feeds.address()} hint={m.feeds.addressHint()} value={feed.url} />
          </div>
          {feed.problems === 0 ? (
            <Notice icon="check" title={m.feeds.allWell()} />
          ) : (
            <Problems key={feed._id} feed={feed} />
          )}
        </>
      )}
    </EditScreen>
  );
}

function Head({ feed }: { feed: FeedView }) {
  const [isEdited, setIsEdited] = useState(false);
  const close = () => setIsEdited(false);
  return (
    <>
      <ScreenHead
        actions={
          <Button size="small" onClick={() => setIsEdited(true)}>
            {m.common.edit()}
          </Button>
        }
      >
        {feedName(feed)}
      </ScreenHead>
      <p className="cluster row-gap-1 soft text-note">
        <FeedFacts feed={feed} />
      </p>
      <Dialog open={isEdited} shape="wide" title={m.feeds.edit()} onClose={close}>
        {isEdited && <FeedForm feed={feed} onClose={close} />}
      </Dialog>
    </>
  );
}
