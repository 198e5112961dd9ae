import type { ComponentProps } from 'react';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import type Chips from './facets/ActiveFilters.tsx';

const ActiveFilters = lazyPart(() => import('./facets/ActiveFilters.tsx'), <Skeleton width="12rem" height="2.25rem" />);

type FilterChipsProps = ComponentProps<typeof Chips>;

/** The active filters. Their code loads only if there are any. */
export function FilterChips(props: FilterChipsProps) {
  const { minPrice, maxPrice, inStock, onSale, attributes } = props.filter;
  const isFiltered = minPrice > 0 || maxPrice !== null || inStock || onSale || attributes.length > 0;
  return (
    isFiltered && (
      <div className="grow">
        <ActiveFilters {...props} />
      </div>
    )
  );
}
