import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { loader, startWaiting } from '../api/loader.ts';
import styles from './Loader.module.css';

const SHOW_AFTER_MS = 150;
const HIDE_AFTER_MS = 250;

/** `active`, late: short waits never show, and a gap between two requests does not make it flicker. */
function useSettled(active: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(active), active ? SHOW_AFTER_MS : HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [active]);
  return settled;
}

/** Stands in for a page whose code is still on its way: the loader shows, as for any other request. */
export function PageLoading() {
  useEffect(startWaiting, []);
  return null;
}

/** The full-screen loader, shown while requests take longer than a blink. */
export function Loader() {
  const { pending } = useSnapshot(loader);
  const visible = useSettled(pending > 0);
  return (
    <div role="status" className={visible ? styles.veil : undefined}>
      {visible && (
        <>
          <span className={styles.spinner} />
          <span className="visually-hidden">Loading</span>
        </>
      )}
    </div>
  );
}
