import { m } from '#messages';
import { Icon } from '../../Icon.tsx';
import { lazyPart } from '../../lazyPart.tsx';
import { Menu } from './Menu.tsx';
import { useDisclosure } from './useDisclosure.ts';

const PageEntries = lazyPart(() => import('./PageEntries.tsx'), null, m.feedback.menuFailed);
const CategorySheet = lazyPart(() => import('./CategorySheet.tsx'), null, m.feedback.categoriesFailed);

/** If this fails, opening the menu says so. */
const preload = () => {
  PageEntries.preload().catch(() => {});
};

/** The phone menu: the page links, the categories, the currency and the theme, which don't fit the header. */
export function PageMenu({ className }: { className?: string }) {
  const categories = useDisclosure<HTMLDivElement>();
  return (
    <>
      <Menu button={<Icon name="menu" size={22} />} label={m.shell.menu()} className={className} onNear={preload}>
        <PageEntries onCategories={() => categories.setOpen(true)} />
      </Menu>
      <div className="contents" {...categories.frame}>
        {categories.open && <CategorySheet onClose={() => categories.setOpen(false)} />}
      </div>
    </>
  );
}
