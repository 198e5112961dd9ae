import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { chooseTheme, useTheme } from '../../../stores/theme.ts';
import { shop } from '../../../texts/shop.ts';
import { Icon } from '../../Icon.tsx';
import { LanguageLinks } from '../languages/LanguageLinks.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import { ENTRY, MenuAction, MenuLink } from './Menu.tsx';

/** The entries of the phone menu. */
export default function PageEntries({ onCategories }: { onCategories: () => void }) {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <>
      <MenuLink href={pagePatterns.catalogue}>{m.shell.home()}</MenuLink>
      <MenuAction closes onPress={onCategories}>
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
    </>
  );
}
