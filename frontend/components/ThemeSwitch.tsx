import { chooseTheme, useTheme } from '../stores/theme.ts';
import { IconButton } from './IconButton.tsx';

/** Changes between the light and the dark theme. */
export function ThemeSwitch({ className }: { className?: string }) {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      className={className}
      icon={other === 'dark' ? 'moon' : 'sun'}
      label={`Use the ${other} theme`}
      onClick={() => chooseTheme(other)}
    />
  );
}
