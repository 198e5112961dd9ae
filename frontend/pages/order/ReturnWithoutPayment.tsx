import { useEffect } from 'react';
import { pagePatterns } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { emptyCart } from '../../stores/cart.ts';
import { useRedirectHome } from './useRedirectHome.ts';

/** A success without a payment id. It behaves like a success but doesn't claim that money moved. */
export function ReturnWithoutPayment() {
  const { sentence } = useRedirectHome();
  useEffect(emptyCart, []);
  return (
    <Notice
      icon="cart"
      title={<PageTitle title="Thank you for your visit" />}
      actions={
        <>
          <ButtonLink variant="primary" href={pagePatterns.catalogue}>
            Continue shopping
          </ButtonLink>
          <ButtonLink href={pagePatterns.profile}>See your orders</ButtonLink>
        </>
      }
    >
      {sentence}
    </Notice>
  );
}
