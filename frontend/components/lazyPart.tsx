import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The load state of a component, shared by its instances. */
type Part<Props> = { load: Load<Props>; placeholder: ReactNode; fetched: ComponentType<Props> | null };

type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads its code ahead, so that it renders at once. */
  preload: () => Promise<void>;
};

/**
 * A component whose code loads on first render, with `placeholder` in its place until then. If loading or rendering
 * fails, `failure` says so in its place; without it, the page around it does.
 *
 * Not React's `lazy`: Suspense shows its fallback for at least 300 ms
 * (https://github.com/react/react/issues/31819).
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  placeholder: ReactNode,
  failure?: () => string,
): LazyComponent<Props> {
  const part: Part<Props> = { load, placeholder, fetched: null };
  const preload = async () => {
    part.fetched = (await load()).default;
  };
  return Object.assign(
    (props: Props) => {
      const shown = <LazyPart part={part} props={props} />;
      return failure === undefined ? shown : <ErrorBoundary failure={failure}>{shown}</ErrorBoundary>;
    },
    { preload },
  );
}

function LazyPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const [Fetched, setFetched] = useState(() => part.fetched);
  const [error, setError] = useState<Error | null>(null);

  useLayoutEffect(() => {
    // Another instance may have loaded it during this render.
    if (part.fetched !== null) return setFetched(() => part.fetched);
    part.load().then(
      (module) => {
        part.fetched = module.default;
        setFetched(() => module.default);
      },
      // The network is down, or the shop was updated since the page opened.
      (cause) => setError(new Error("Couldn't fetch this part's code", { cause })),
    );
  }, [part]);

  if (error !== null) throw error;
  return Fetched === null ? part.placeholder : <Fetched {...props} />;
}
