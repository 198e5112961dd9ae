import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { loader, startWaiting } from '../../api/loader.ts';
import styles from './Loader.module.css';

const SHOW_AFTER_MS = 150;
const HIDE_AFTER_MS = 250;

/** Debounces `active`: short waits never show, and gaps between requests don't flicker. */
function useSettled(active: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(active), active ? SHOW_AFTER_MS : HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [active]);
  return settled;
}

/** Shows the loader while a page's code loads. */
export function PageLoading() {
  useEffect(startWaiting, []);
  return null;
}

/** The full-screen loader, shown for slow requests. */
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
