import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import styles from './Toasts.module.css';

/** The container for all toasts. */
export default function Toasts() {
  return <ToastContainer className={styles.toasts} position="top-right" autoClose={5000} hideProgressBar />;
}
