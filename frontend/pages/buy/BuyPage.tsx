import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter';
import { type BuyItem, readBuyItems } from '#contract/catalogue/buy-links.ts';
import { DISCOUNT_CODE_MAX } from '#contract/orders/discounts.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatMinorUnits, toCents, totalInMinorUnits } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { productsById } from '../../api/listing.ts';
import { useRemote } from '../../api/useRemote.ts';
import { navigate } from '../../browser/address.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Sum } from '../../components/order/OrderSums.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { addUnits, cart, cartCount } from '../../stores/cart.ts';
import { offerCode } from '../../stores/checkoutDraft.ts';
import { currency } from '../../stores/currency.ts';
import NotFoundPage from '../NotFoundPage.tsx';
import summary from '../order/Summary.module.css';
import { Summary } from '../order/Summary.tsx';
import styles from './OfferedLine.module.css';
import { OfferedLine } from './OfferedLine.tsx';
import { type SelectionLine, selectionLines } from './selection.ts';

/** What a link offers to add to the cart. Nothing is added before the shopper asks for it. */
export default function BuyPage({ items }: { items: string }) {
  const asked = useMemo(() => readBuyItems(items), [items]);
  return asked === null ? <NotFoundPage /> : <Selection asked={asked} />;
}

function Selection({ asked }: { asked: readonly BuyItem[] }) {
  const ids = useMemo(() => asked.map(({ productId }) => productId), [asked]);
  const { data: products, error, isLoading, retry } = useRemote(productsById, ids);
  const { items } = useSnapshot(cart);
  const code = readCode(useSearch());
  const lines = products && selectionLines(asked, products, items);
  const add = (lines: readonly SelectionLine[]) => {
    for (const { product, units } of lines) if (product && units > 0) addUnits(product, units);
    if (code !== '') offerCode(code);
    navigate(pagePatterns.order);
  };
  const isEmpty = lines?.every(({ units }) => units === 0);
  return (
    <>
      <div className="stack gap-2">
        <PageTitle title={m.pages.selection()} />
        {!isEmpty && <p className="soft">{m.selection.lead()}</p>}
        {!isEmpty && code !== '' && <OfferedCode code={code} />}
      </div>
      {!lines && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!lines && !error && <Skeleton height="24rem" />}
      {lines && (
        <div className={isEmpty ? styles.alone : 'beside'}>
          <ul className={`divided ${styles.lines}`} aria-label={m.pages.selection()}>
            {lines.map((line) => (
              <OfferedLine key={line.productId} line={line} />
            ))}
          </ul>
          {isEmpty ? (
            <Notice title={m.selection.nothing()} actions={<ContinueShopping primary />} />
          ) : (
            <SelectionSummary lines={lines} onAdd={() => add(lines)} />
          )}
        </div>
      )}
    </>
  );
}

function OfferedCode({ code }: { code: string }) {
  return (
    <p className="soft breaks">
      <Sentence of={m.selection.code({ code })} parts={{ code: (text) => <bdi className="medium">{text}</bdi> }} />
    </p>
  );
}

function SelectionSummary({ lines, onAdd }: { lines: readonly SelectionLine[]; onAdd: () => void }) {
  const { code } = useSnapshot(currency);
  const added = lines.flatMap(({ product, units }) =>
    product ? [{ unitPriceCents: toCents(product.price), count: units }] : [],
  );
  return (
    <Summary
      pinned
      title={m.checkout.summary()}
      lines={<Sum name={m.checkout.itemCount()} amount={formatNumber(cartCount(added))} />}
      total={formatMinorUnits(totalInMinorUnits(added, code), code)}
      note={<PriceNote />}
    >
      <div className={summary.actions}>
        <Button variant="primary" size="large" onClick={onAdd}>
          {m.product.addToCart()}
        </Button>
      </div>
    </Summary>
  );
}

/** The discount code of a link; '' without one, or if it can't be one. */
function readCode(query: string): string {
  const code = new URLSearchParams(query).get('code')?.trim() ?? '';
  return code.length > DISCOUNT_CODE_MAX ? '' : code;
}
