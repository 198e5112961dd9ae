import { useState } from 'react';
import { useLocation } from 'wouter';
import { listingAddress, noFilter } from '#contract/listing/listing-address.ts';
import styles from './CatalogueSearch.module.css';
import { SearchBox } from './SearchBox.tsx';

/** Searches the catalogue from a page that doesn't list it. */
export function CatalogueSearch() {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  return (
    <SearchBox
      className={`control ${styles.box}`}
      text={text}
      onType={setText}
      onSearch={(search) => navigate(listingAddress({ ...noFilter, search }))}
    />
  );
}
