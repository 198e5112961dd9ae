import { type ComponentType, lazy } from 'react';

/** The code of a part could not be fetched: the network is down, or the shop has been updated since it was opened. */
export class CodeUnavailable extends Error {
  override name = 'CodeUnavailable';
}

/** React's `lazy`, with an error that an ErrorBoundary can tell from a defect: CodeUnavailable. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((cause) => {
      throw new CodeUnavailable('The code of this part could not be fetched', { cause });
    }),
  );
}
