import { type SubmitEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { RATE_MAX, RATE_MIN } from '#contract/comments/ratings.ts';
import { m } from '#messages';
import { rateProduct } from '../../../api/ratings.ts';
import { showOnce } from '../../../browser/toasts.ts';
import { Button } from '../../../components/Button.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { STAR } from '../../../components/product/StarRating.tsx';
import { LoginLink } from '../../../components/shell/LoginLink.tsx';
import { session } from '../../../stores/session.ts';
import styles from './RatingForm.module.css';

const rates = Array.from({ length: RATE_MAX - RATE_MIN + 1 }, (_, index) => RATE_MIN + index);

/** Whether the user has rated a product. */
function hasRated(user: { readonly votedFor?: readonly string[] } | null, productId: string): boolean {
  return user?.votedFor?.includes(productId) ?? false;
}

/** Whether the shopper can rate a product now. Shows a toast with the reason if not. */
function requireRatable(productId: string): boolean {
  const refusal =
    session.user === null
      ? m.ratings.loginToRate()
      : hasRated(session.user, productId)
        ? m.ratings.alreadyRated()
        : null;
  if (refusal !== null) showOnce('info', refusal);
  return refusal === null;
}

/** Rates a product, once. Choosing a star doesn't submit, because ratings are final. */
export function RatingForm({ productId }: { productId: string }) {
  const { user } = useSnapshot(session);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);

  const choose = (rate: number) => {
    if (requireRatable(productId)) setChosen(rate);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen === null || isSending || !requireRatable(productId)) return;
    setIsSending(true);
    await rateProduct({ productId, productRate: chosen });
    setIsSending(false);
  };

  return (
    <div tabIndex={-1}>
      {hasRated(user, productId) ? (
        <p className={`row gap-2 soft text-compact ${styles.rated}`}>
          <Icon name="check" size={18} />
          <span>{m.ratings.alreadyRated()}</span>
        </p>
      ) : (
        <form className={`cluster row-gap-1 ${styles.form}`} onSubmit={submit}>
          <Stars chosen={chosen} onChoose={choose} />
          {user === null && (
            <span className="text-compact">
              <LoginLink>{m.reviews.loginToRate()}</LoginLink>
            </span>
          )}
          {user !== null && chosen !== null && (
            <Button type="submit" size="small" busy={isSending}>
              {m.reviews.submit()}
            </Button>
          )}
        </form>
      )}
    </div>
  );
}

function Stars({ chosen, onChoose }: { chosen: number | null; onChoose: (rate: number) => void }) {
  return (
    <fieldset className={`row ${styles.stars}`}>
      <legend className={`soft text-compact ${styles.legend}`}>{m.reviews.yourRating()}</legend>
      {rates.map((rate) => (
        <label key={rate} className={styles.star}>
          <input
            type="radio"
            name="rate"
            className="visually-hidden"
            value={rate}
            checked={rate === chosen}
            onChange={() => onChoose(rate)}
          />
          <span className="visually-hidden">{m.reviews.stars({ count: rate })}</span>
          <svg viewBox="0 0 24 24" width={28} height={28} aria-hidden="true">
            <path d={STAR} />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
