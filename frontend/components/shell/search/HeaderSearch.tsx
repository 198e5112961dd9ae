import { m } from '#messages';
import { Dialog } from '../../dialogs/Dialog.tsx';
import { CatalogueSearch } from './CatalogueSearch.tsx';

/** The search of pages without a field for it. The dialog closes when the page changes. */
export default function HeaderSearch({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.search.searchProducts()} shape="top">
      <CatalogueSearch />
    </Dialog>
  );
}
