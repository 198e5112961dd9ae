import { pagePatterns } from '#contract/page-addresses.ts';
import { m } from '#messages';
import { chooseTheme, useTheme } from '../../../stores/theme.ts';
import { shop } from '../../../texts/shop.ts';
import { Icon } from '../../Icon.tsx';
import { lazyPart } from '../../lazyPart.tsx';
import { LanguageLinks } from '../languages/LanguageLinks.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import { ENTRY, Menu, MenuAction, MenuLink } from './Menu.tsx';
import { useDisclosure } from './useDisclosure.ts';

const CategorySheet = lazyPart(() => import('./CategorySheet.tsx'), null, m.feedback.categoriesFailed);

/** The phone menu: the page links, the categories, the currency and the theme, which don't fit the header. */
export function PageMenu({ className }: { className?: string }) {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const categories = useDisclosure<HTMLDivElement>();
  return (
    <>
      <Menu button={<Icon name="menu" size={22} />} label={m.shell.menu()} className={className}>
        <MenuLink href={pagePatterns.catalogue}>{m.shell.home()}</MenuLink>
        <MenuAction closes onPress={() => categories.setOpen(true)}>
          {m.shell.categories()}
        </MenuAction>
        <MenuLink href={pagePatterns.contact}>{m.shell.contact()}</MenuLink>
        <li className="row spread entry">
          <span>{m.shell.currency()}</span>
          <CurrencySelect />
        </li>
        {shop.languages.length > 1 && <LanguageLinks className={ENTRY} />}
        <MenuAction onPress={() => chooseTheme(other)}>
          <span>{m.shell.switchTheme({ theme: other })}</span>
          <Icon name={other === 'dark' ? 'moon' : 'sun'} />
        </MenuAction>
      </Menu>
      <div className="contents" {...categories.frame}>
        {categories.open && <CategorySheet onClose={() => categories.setOpen(false)} />}
      </div>
    </>
  );
}
