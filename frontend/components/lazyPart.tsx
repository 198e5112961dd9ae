import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A component's code failed to load: the network is down, or the shop was updated since the page opened. */
export class CodeUnavailable extends Error {
  override name = 'CodeUnavailable';
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The load state of a component, shared by its instances. */
type Part<Props> = { load: Load<Props>; placeholder: ReactNode; fetched: ComponentType<Props> | null };

/**
 * A component whose code loads on first render, with `placeholder` in its place until then. If loading fails, it throws
 * CodeUnavailable for an ErrorBoundary.
 *
 * Not React's `lazy`: Suspense shows its fallback for at least 300 ms
 * (https://github.com/react/react/issues/31819).
 */
export function lazyPart<Props extends object>(load: Load<Props>, placeholder: ReactNode): ComponentType<Props> {
  const part: Part<Props> = { load, placeholder, fetched: null };
  return (props) => <LazyPart part={part} props={props} />;
}

function LazyPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const [Fetched, setFetched] = useState(() => part.fetched);
  const [error, setError] = useState<CodeUnavailable | null>(null);

  useLayoutEffect(() => {
    // Another instance may have loaded it during this render.
    if (part.fetched !== null) return setFetched(() => part.fetched);
    part.load().then(
      (module) => {
        part.fetched = module.default;
        setFetched(() => module.default);
      },
      (cause) => setError(new CodeUnavailable("Couldn't fetch this part's code", { cause })),
    );
  }, [part]);

  if (error !== null) throw error;
  return Fetched === null ? part.placeholder : <Fetched {...props} />;
}
