import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { m } from '#messages';
import { loader, startWaiting } from '../../api/loader.ts';
import { useSettled } from '../useSettled.ts';
import styles from './Loader.module.css';

/** Milliseconds: short waits never show, and gaps between requests don't flicker. */
const SHOW_AFTER = 150;
const SHOW_CHANGE_AFTER = 400;
const HIDE_AFTER = 250;

/** Shows the loader while a page's code loads. */
export function PageLoading() {
  useEffect(() => startWaiting(), []);
  return null;
}

/** The full-screen loader, shown for slow requests. It takes neither the focus nor clicks. */
export function Loader() {
  const { pending, pendingChanges } = useSnapshot(loader);
  const pause = pending > 0 ? SHOW_AFTER : pendingChanges > 0 ? SHOW_CHANGE_AFTER : HIDE_AFTER;
  const visible = useSettled(pending + pendingChanges > 0, pause, false);
  return (
    <div role="status" className={visible ? styles.veil : undefined}>
      {visible && (
        <>
          <span className={`spinner ${styles.spinner}`} />
          <span className="visually-hidden">{m.shell.loading()}</span>
        </>
      )}
    </div>
  );
}
