import { useState } from 'react';
import { showFailure } from '../api/errors.ts';
import { message } from '../messages.ts';

/**
 * Loads the page anew, as soon as the shop answers: without an answer the browser would show its own error in place of
 * what is still there. Asking for missing code once more is not enough, because most browsers remember an import that
 * failed: https://github.com/whatwg/html/issues/6768
 */
export function useReload() {
  const [isReloading, setIsReloading] = useState(false);
  const reload = async () => {
    setIsReloading(true);
    if (await isShopReachable()) return window.location.reload();
    showFailure(new Error(message.shopUnreachable));
    setIsReloading(false);
  };
  return { reload, isReloading };
}

async function isShopReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
