import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { showLogin } from '../../stores/authorizationForm.ts';
import { ButtonLink } from '../Button.tsx';
import { useLoginState } from './useLoginState.ts';

/** A link to the login form within a text. */
export function LoginLink(props: { children: ReactNode }) {
  return <Link {...props} href={pagePatterns.authorization} state={useLoginState()} onClick={showLogin} />;
}

type LoginButtonProps = { ref?: Ref<HTMLAnchorElement>; secondary?: boolean; children: ReactNode };

/** A link to the login form that looks like a button. */
export function LoginButton({ secondary = false, ...props }: LoginButtonProps) {
  return (
    <ButtonLink
      {...props}
      variant={secondary ? 'secondary' : 'primary'}
      href={pagePatterns.authorization}
      state={useLoginState()}
      onClick={showLogin}
    />
  );
}
