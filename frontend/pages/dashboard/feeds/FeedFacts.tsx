import type { FeedView } from '#contract/integration/feeds.ts';
import { m } from '#messages';
import { Badge } from '../../../components/Badge.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import { Day } from '../Moment.tsx';

/** How many products a feed has, how many of the shop's have problems in it, and when it was last read. */
export function FeedFacts({ feed: { products, problems, readAt } }: { feed: FeedView }) {
  return (
    <>
      {problems > 0 ? (
        <Badge tone="waiting">{m.feeds.problems({ count: problems })}</Badge>
      ) : (
        <Badge tone="good">{m.feeds.noProblems()}</Badge>
      )}
      <span>{m.feeds.products({ count: products })}</span>
      {readAt === null ? (
        <span>{m.feeds.neverRead()}</span>
      ) : (
        <span>
          <Sentence of={m.feeds.read()} parts={{ date: () => <Day date={readAt} /> }} />
        </span>
      )}
    </>
  );
}
