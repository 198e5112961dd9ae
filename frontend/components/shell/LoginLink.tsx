import type { ReactNode, Ref } from 'react';
import { Link, useLocation } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import { loginState, showLogin } from '../../stores/authorizationForm.ts';
import { ButtonLink } from '../Button.tsx';

type LoginLinkProps = { ref?: Ref<HTMLAnchorElement>; className?: string; children: ReactNode };

/** A link to the login form within a text. */
export function LoginLink(props: LoginLinkProps) {
  const [path] = useLocation();
  return <Link {...props} href={pagePatterns.authorization} state={loginState(path)} onClick={showLogin} />;
}

/** A link to the login form that looks like a button. */
export function LoginButton({ children }: { children: ReactNode }) {
  return (
    <ButtonLink variant="primary" href={pagePatterns.authorization} onClick={showLogin}>
      {children}
    </ButtonLink>
  );
}
