import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { authorizationForm } from '../../stores/authorizationForm.ts';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** The login or registration form. */
export default function AuthorizationPage() {
  const { form } = useSnapshot(authorizationForm);
  const [registeredEmail, setRegisteredEmail] = useState('');
  if (form === 'login') return <LoginForm email={registeredEmail} />;
  return <RegisterForm onRegistered={({ email }) => setRegisteredEmail(email)} />;
}
