import type { ReactNode, Ref } from 'react';
import { Link, useLocation } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { loginState, showLogin } from '../../stores/authorizationForm.ts';
import { ButtonLink } from '../Button.tsx';

/** A link to the login form within a text. */
export function LoginLink(props: { children: ReactNode }) {
  const [path] = useLocation();
  return <Link {...props} href={pagePatterns.authorization} state={loginState(path)} onClick={showLogin} />;
}

type LoginButtonProps = { ref?: Ref<HTMLAnchorElement>; secondary?: boolean; children: ReactNode };

/** A link to the login form that looks like a button. */
export function LoginButton({ secondary = false, ...props }: LoginButtonProps) {
  const [path] = useLocation();
  return (
    <ButtonLink
      {...props}
      variant={secondary ? 'secondary' : 'primary'}
      href={pagePatterns.authorization}
      state={loginState(path)}
      onClick={showLogin}
    />
  );
}
