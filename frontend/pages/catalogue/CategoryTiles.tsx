import { pageAddress } from '#contract/page-addresses.ts';
import { useCategories } from '../../api/categories.ts';
import { Button } from '../../components/Button.tsx';
import { Shelf, Tile, TileSkeleton } from '../Shelf.tsx';

/** Fills the row of a wide screen. */
const SKELETONS = Array.from({ length: 8 }, (_, index) => index);

/** The categories in one row that scrolls, largest first. */
export default function CategoryTiles() {
  const { data: categories, error, isLoading, retry } = useCategories();
  const failure = !categories && error && (
    <div className="cluster gap-4 row-gap-3 soft">
      <p>Categories aren't available right now.</p>
      <Button size="small" onClick={retry} busy={isLoading}>
        Retry
      </Button>
    </div>
  );
  return (
    <Shelf title="Shop by category" isBusy={!categories} failure={failure || undefined}>
      {!categories && SKELETONS.map((index) => <TileSkeleton key={index} />)}
      {categories
        ?.toSorted((one, other) => other.productCount - one.productCount)
        .map((category) => (
          <Tile
            key={category._id}
            href={pageAddress('category', { slug: category.slug })}
            picture={category}
            title={category.categoryName}
          />
        ))}
    </Shelf>
  );
}
