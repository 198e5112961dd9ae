import { Icon } from '../Icon.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Menu } from './Menu.tsx';

const LazyCategoryList = lazyPart(() => import('./CategoryList.tsx'), null);

/** Links to the categories. */
export function CategoryList() {
  return (
    <ErrorBoundary part="the categories">
      <LazyCategoryList />
    </ErrorBoundary>
  );
}

/** The categories on wide screens. */
export function CategoryMenu() {
  return (
    <Menu
      wide
      button={
        <>
          Categories
          <Icon name="chevronDown" size={16} />
        </>
      }
    >
      <CategoryList />
    </Menu>
  );
}
