import { useEffect } from 'react';
import { pagePatterns } from '#contract/page-addresses.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { emptyCart } from '../../stores/cart.ts';
import { useRedirectHome } from './useRedirectHome.ts';

/** A success without a payment id. It behaves like a success but doesn't claim that money moved. */
export function ReturnWithoutPayment() {
  const { announcement, stay } = useRedirectHome();
  useEffect(emptyCart, []);
  return (
    <Notice
      icon="cart"
      title={<PageTitle title="Thanks for shopping with us" />}
      actions={
        <>
          <ContinueShopping primary />
          <ButtonLink href={pagePatterns.profile}>View your orders</ButtonLink>
          {announcement && (
            <Button variant="quiet" onClick={stay}>
              Stay on this page
            </Button>
          )}
        </>
      }
    >
      {announcement}
    </Notice>
  );
}
