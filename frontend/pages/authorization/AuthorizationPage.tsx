import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { authorizationForm } from '../../stores/authorizationForm.ts';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** The login or registration form. */
export default function AuthorizationPage() {
  const { form } = useSnapshot(authorizationForm);
  const [registered, setRegistered] = useState({ email: '', password: '' });
  if (form === 'login') return <LoginForm {...registered} />;
  return <RegisterForm onRegistered={setRegistered} />;
}
