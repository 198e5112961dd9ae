import { ToastContainer } from 'react-toastify';
import styles from './Toasts.module.css';

/** Where the stores' toasts appear. */
export function Toasts() {
  return <ToastContainer className={styles.toasts} position="top-right" autoClose={5000} hideProgressBar />;
}
