import { CatalogueSearch } from '../components/shell/search/CatalogueSearch.tsx';
import CategoryTiles from './catalogue/CategoryTiles.tsx';

/** Leads into the catalogue from a page that is missing. */
export default function LookFurther() {
  return (
    <div className="stack gap-5">
      <search className="narrow">
        <CatalogueSearch />
      </search>
      <CategoryTiles />
    </div>
  );
}
