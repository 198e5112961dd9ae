import { Dialog } from '../../dialogs/Dialog.tsx';
import { CatalogueSearch } from './CatalogueSearch.tsx';

/** The search of pages without a field for it. The dialog closes when the page changes. */
export default function HeaderSearch({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Search products" shape="top">
      <CatalogueSearch />
    </Dialog>
  );
}
