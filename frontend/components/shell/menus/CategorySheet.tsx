import { m } from '#messages';
import { Dialog } from '../../dialogs/Dialog.tsx';
import CategoryList from './CategoryList.tsx';

/** The categories on phones. */
export default function CategorySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.shell.categories()} shape="sheet">
      <CategoryList />
    </Dialog>
  );
}
