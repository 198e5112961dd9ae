import { proxy } from 'valtio';

/** Which form the authorization page shows. */
export const authorizationForm = proxy<{ form: 'login' | 'register' }>({ form: 'login' });

export function showLogin(): void {
  authorizationForm.form = 'login';
}

export function showRegister(): void {
  authorizationForm.form = 'register';
}
