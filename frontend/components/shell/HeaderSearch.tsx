import { useState } from 'react';
import { useLocation } from 'wouter';
import { listingAddress, noFilter } from '#contract/listing-address.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import styles from './HeaderSearch.module.css';
import { SearchBox } from './SearchBox.tsx';

type HeaderSearchProps = { open: boolean; onClose: () => void };

/** Searches the catalogue from a page without a search field of its own. */
export default function HeaderSearch({ open, onClose }: HeaderSearchProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Search products" top>
      <HeaderSearchBox />
    </Dialog>
  );
}

/** Empty each time the dialog opens. The dialog closes when the page changes. */
function HeaderSearchBox() {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  return (
    <SearchBox
      className={styles.box}
      text={text}
      onType={setText}
      onSearch={(search) => navigate(listingAddress({ ...noFilter, search }))}
    />
  );
}
