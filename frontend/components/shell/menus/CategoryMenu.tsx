import { Icon } from '../../Icon.tsx';
import { lazyPart } from '../../lazyPart.tsx';
import { Menu } from './Menu.tsx';

const CategoryList = lazyPart(() => import('./CategoryList.tsx'), null, 'the categories');

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
