import { useSnapshot } from 'valtio';
import { Link, useLocation } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { authorizationForm, showLogin, showRegister } from '../../stores/authorizationForm.ts';
import styles from './AuthorizationLink.module.css';
import { useLoginState } from './useLoginState.ts';

/**
 * Links to the other form: Register from the login form, Login from everywhere else.
 */
export function AuthorizationLink() {
  const { form } = useSnapshot(authorizationForm);
  const [path] = useLocation();
  const leadsToRegister = path === pagePatterns.authorization && form === 'login';
  return (
    <Link
      href={pagePatterns.authorization}
      state={useLoginState()}
      className={`pill tinting ${styles.link}`}
      onClick={leadsToRegister ? showRegister : showLogin}
    >
      {leadsToRegister ? m.shell.register() : m.shell.login()}
    </Link>
  );
}
