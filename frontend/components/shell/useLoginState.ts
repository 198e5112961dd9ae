import { useLocation, useSearch } from 'wouter';
import { loginState } from '../../stores/authorizationForm.ts';

/** The history state for a link on the open page to the login form. */
export function useLoginState(): unknown {
  const [path] = useLocation();
  return loginState(path, useSearch());
}
