import CategoryList from './CategoryList.tsx';
import styles from './CategorySheet.module.css';
import { Dialog } from './Dialog.tsx';

/** The categories on phones, at the bottom of the screen. */
export default function CategorySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Categories" sheet>
      <div className={styles.list}>
        <CategoryList />
      </div>
    </Dialog>
  );
}
