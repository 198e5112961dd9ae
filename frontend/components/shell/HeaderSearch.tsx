import { useState } from 'react';
import { useLocation } from 'wouter';
import { listingAddress, noFilter } from '#contract/listing-address.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import styles from './HeaderSearch.module.css';
import { SearchBox } from './SearchBox.tsx';

/** Searches the catalogue from a page without a search field of its own. The dialog closes when the page changes. */
export default function HeaderSearch({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  return (
    <Dialog open onClose={onClose} title="Search products" shape="top">
      <SearchBox
        className={`control ${styles.box}`}
        text={text}
        onType={setText}
        onSearch={(search) => navigate(listingAddress({ ...noFilter, search }))}
      />
    </Dialog>
  );
}
