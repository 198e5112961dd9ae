import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { CodeUnavailable, ErrorBoundary } from './shell/ErrorBoundary.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The load state of a component, shared by its instances. */
type Part<Props> = { load: Load<Props>; placeholder: ReactNode; fetched: ComponentType<Props> | null };

type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads its code ahead, so that it renders at once. */
  preload: () => Promise<void>;
};

/**
 * A component whose code loads on first render, with `placeholder` in its place until then. If loading or rendering
 * fails, it says so by its `name`, such as "the comment form"; without a name, the page around it does.
 *
 * Not React's `lazy`: Suspense shows its fallback for at least 300 ms
 * (https://github.com/react/react/issues/31819).
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  placeholder: ReactNode,
  name?: string,
): LazyComponent<Props> {
  const part: Part<Props> = { load, placeholder, fetched: null };
  const preload = async () => {
    part.fetched = (await load()).default;
  };
  return Object.assign(
    (props: Props) => {
      const shown = <LazyPart part={part} props={props} />;
      return name === undefined ? shown : <ErrorBoundary part={name}>{shown}</ErrorBoundary>;
    },
    { preload },
  );
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
