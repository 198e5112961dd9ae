import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { feedInput } from '#contract/integration/feeds.input.ts';
import { type FeedView, feedFormatNames, feedFormats } from '#contract/integration/feeds.ts';
import type { PublicShopView } from '#contract/shop/settings.ts';
import { currencyCodes, DEFAULT_CURRENCY } from '#contract/values/money.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { feeds, shopOfFeeds } from '../../../api/admin/feeds.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { FieldPair, Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { countryNames } from '../../../components/order/countryNames.ts';
import { changedValues } from '../../../stores/changedValues.ts';

type FeedFormProps = { feed: FeedView | null; onClose: () => void };

/** Where nobody has said where the shop is. */
const DEFAULT_COUNTRY = 'DE';

/** Adds or edits a feed. */
export function FeedForm(props: FeedFormProps) {
  const { data: shop, error, isLoading, retry } = useRemote(shopOfFeeds, null);
  if (shop) return <Fields {...props} shop={shop} />;
  return error ? <FailureNotice message={error} onRetry={retry} busy={isLoading} /> : <Skeleton height="16rem" />;
}

function Fields({ feed, shop, onClose }: FeedFormProps & { shop: PublicShopView }) {
  const form = useForm({
    resolver: yupResolver(feedInput),
    defaultValues: {
      format: feed?.format ?? feedFormats[0],
      language: feed?.language ?? shop.defaultLanguage,
      currency: feed?.currency ?? DEFAULT_CURRENCY,
      country: feed?.country ?? (shop.address.country || DEFAULT_COUNTRY),
    },
  });
  const field = fieldsOf(form);
  const submit = submitOf(form, async (input) => {
    await (feed ? feeds.edit(feed, changedValues(form.formState.defaultValues, input)) : feeds.add(input));
    onClose();
  });
  const spoken = shop.languages.map(({ code }) => code);
  // That of a feed may have been switched off since.
  const choices = feed && !spoken.includes(feed.language) ? [...spoken, feed.language] : spoken;
  return (
    <Form onSubmit={submit}>
      <FieldPair>
        <SelectField {...field('format')} label={m.feeds.format()}>
          {feedFormats.map((format) => (
            <option key={format} value={format}>
              {feedFormatNames[format]}
            </option>
          ))}
        </SelectField>
        <SelectField {...field('language')} label={m.feeds.language()}>
          {choices.map((code) => (
            <option key={code} value={code}>
              {languages[code].name}
            </option>
          ))}
        </SelectField>
      </FieldPair>
      <FieldPair>
        <SelectField {...field('country')} label={m.feeds.country()} hint={m.feeds.countryHint()}>
          {countryNames().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField {...field('currency')} label={m.feeds.currency()}>
          {currencyCodes.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
      </FieldPair>
      <FormActions form={form} action={feed ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}
