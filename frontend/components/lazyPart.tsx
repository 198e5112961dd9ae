import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** The code of a part could not be fetched: the network is down, or the shop has been updated since it was opened. */
export class CodeUnavailable extends Error {
  override name = 'CodeUnavailable';
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What is known of a part, however often it is on the page. */
type Part<Props> = { load: Load<Props>; waiting: ReactNode; fetched: ComponentType<Props> | null };

/**
 * A component whose code is fetched when it is first drawn, with `waiting` in its place until then. Where the code does
 * not come it throws CodeUnavailable, for an ErrorBoundary.
 *
 * Not React's `lazy`: Suspense holds back what has come until its fallback has stood for 300 ms
 * (https://github.com/react/react/issues/31819).
 */
export function lazyPart<Props extends object>(load: Load<Props>, waiting: ReactNode): ComponentType<Props> {
  const part: Part<Props> = { load, waiting, fetched: null };
  return (props) => <LazyPart part={part} props={props} />;
}

function LazyPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const [Fetched, setFetched] = useState(() => part.fetched);
  const [error, setError] = useState<CodeUnavailable | null>(null);

  useLayoutEffect(() => {
    // It may have come for another place while this one was drawn.
    if (part.fetched !== null) return setFetched(() => part.fetched);
    part.load().then(
      (module) => {
        part.fetched = module.default;
        setFetched(() => module.default);
      },
      (cause) => setError(new CodeUnavailable('The code of this part could not be fetched', { cause })),
    );
  }, [part]);

  if (error !== null) throw error;
  return Fetched === null ? part.waiting : <Fetched {...props} />;
}
