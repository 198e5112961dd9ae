import { useState } from 'react';
import { showFailure } from '../api/errors.ts';
import { message } from '../texts/messages.ts';

/**
 * Reloads the page once the server responds, so that the browser's error page doesn't replace what still works. Retrying
 * the import is not enough, because most browsers cache a failed one: https://github.com/whatwg/html/issues/6768
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
