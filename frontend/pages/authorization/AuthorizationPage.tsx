import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { authorizationForm } from '../../stores/authorizationForm.ts';
import styles from './AuthorizationPage.module.css';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** Where one logs in, or registers first. */
export default function AuthorizationPage() {
  const { form } = useSnapshot(authorizationForm);
  const [registeredEmail, setRegisteredEmail] = useState('');
  return (
    <div className={styles.panel}>
      {form === 'login' ? (
        <LoginForm email={registeredEmail} />
      ) : (
        <RegisterForm onRegistered={({ email }) => setRegisteredEmail(email)} />
      )}
    </div>
  );
}
