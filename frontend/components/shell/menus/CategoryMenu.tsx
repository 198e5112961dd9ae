import { m } from '#messages';
import { Icon } from '../../Icon.tsx';
import { lazyPart } from '../../lazyPart.tsx';
import { Menu } from './Menu.tsx';

const CategoryList = lazyPart(() => import('./CategoryList.tsx'), null, m.feedback.categoriesFailed);

/** The categories on wide screens. */
export function CategoryMenu() {
  return (
    <Menu
      wide
      button={
        <>
          <span>{m.shell.categories()}</span>
          <Icon name="chevronDown" size={16} />
        </>
      }
    >
      <CategoryList />
    </Menu>
  );
}
