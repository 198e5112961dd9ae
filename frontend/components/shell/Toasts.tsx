import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { m } from '#messages';
import { forward } from '../../browser/direction.ts';
import { IconButton } from '../IconButton.tsx';
import styles from './Toasts.module.css';

/** The container for all toasts. */
export default function Toasts() {
  const isForward = forward() === 1;
  return (
    <ToastContainer
      aria-label={m.feedback.notifications()}
      className={styles.toasts}
      position={isForward ? 'top-right' : 'top-left'}
      rtl={!isForward}
      autoClose={5000}
      hideProgressBar
      closeButton={({ closeToast }) => (
        <IconButton
          icon="close"
          label={m.common.close()}
          iconSize={14}
          className={styles.close}
          onClick={(event) => {
            event.stopPropagation();
            // True: by its user, before its time.
            closeToast(true);
          }}
        />
      )}
    />
  );
}
