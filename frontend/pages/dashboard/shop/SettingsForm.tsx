import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { LockedSetting } from '#contract/shop/locked-settings.ts';
import {
  INVOICE_PREFIX_MAX,
  LONG_SETTING_MAX,
  RETURN_DAYS_MAX,
  RETURN_DAYS_MIN,
  returnPayers,
  SETTING_MAX,
  type SettingsView,
} from '#contract/shop/settings.ts';
import { m } from '#messages';
import { saveSettings } from '../../../api/admin/settings.ts';
import { Button } from '../../../components/Button.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, numberFieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { countryNames } from '../../../components/order/countryNames.ts';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { changedValues } from '../../../stores/changedValues.ts';
import { Languages } from './Languages.tsx';
import { Registrations } from './Registrations.tsx';
import { SettingArea, SettingField, SettingSelect } from './SettingField.tsx';
import styles from './ShopPage.module.css';
import { type PartProps, settingsResolverFor } from './settingsValues.ts';

type SettingsFormProps = { settings: SettingsView; locked: readonly LockedSetting[] };

/** All settings in groups, of which only the changed ones are sent. */
export function SettingsForm({ settings, locked }: SettingsFormProps) {
  const form = useForm({ resolver: settingsResolverFor(settings), defaultValues: settings });
  const { isSubmitting, isDirty, errors } = form.formState;
  const part = { form, locked };

  const submit = submitOf(form, (input) => saveSettings(changedValues(settings, input)));

  // Links to a group are followed before it is there.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);

  useUnsavedChangesPrompt(isDirty && !isSubmitting);
  return (
    <Form onSubmit={submit} className={`narrow ${styles.form}`}>
      <Group id="shop" title={m.shopSettings.shop()}>
        <ShopFields {...part} />
      </Group>
      <Group id="contact" title={m.shopSettings.contact()} lead={m.shopSettings.contactLead()}>
        <ContactFields {...part} />
      </Group>
      <Group id="register" title={m.shopSettings.register()} lead={m.shopSettings.registerLead()}>
        <RegisterFields {...part} />
      </Group>
      <Group id="returns" title={m.shopSettings.returns()}>
        <ReturnFields {...part} />
      </Group>
      <Group id="documents" title={m.shopSettings.documents()}>
        <SettingField
          {...part}
          name="invoicePrefix"
          label={m.settings.invoicePrefix()}
          hint={m.shopSettings.invoicePrefixHint()}
          input={{
            maxLength: INVOICE_PREFIX_MAX,
            autoComplete: 'off',
            autoCapitalize: 'characters',
            spellCheck: false,
          }}
        />
      </Group>
      <Group id="languages" title={m.shopSettings.languages()} lead={m.shopSettings.languagesLead()}>
        <Languages {...part} />
      </Group>
      <Group id="registrations" title={m.shopSettings.registrations()} lead={m.shopSettings.registrationsLead()}>
        <Registrations {...part} name="weee" title={m.settings.weee()} />
        <Registrations {...part} name="batteries" title={m.settings.batteries()} />
      </Group>
      <div className={`panel raised stack gap-3 ${styles.save}`}>
        <InlineError>{errors.root?.message}</InlineError>
        <div className="row spread">
          <span className="soft text-note">{isDirty ? m.shopSettings.unsaved() : m.shopSettings.unchanged()}</span>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
            {m.common.save()}
          </Button>
        </div>
      </div>
    </Form>
  );
}

type GroupProps = { id: string; title: string; lead?: string; children: ReactNode };

function Group(props: GroupProps) {
  return <TitledPanel {...props} className={`padded gap-5 ${styles.group}`} />;
}

function ShopFields(part: PartProps) {
  const { timeZone } = part.form.formState.defaultValues ?? {};
  // A zone that the browser doesn't know stays what it is.
  const zones = new Set([...(timeZone ? [timeZone] : []), ...Intl.supportedValuesOf('timeZone')]);
  return (
    <>
      <SettingField
        {...part}
        name="name"
        label={m.settings.name()}
        hint={m.shopSettings.nameHint()}
        input={{ maxLength: SETTING_MAX, autoComplete: 'off', required: true }}
      />
      <SettingSelect
        {...part}
        name="timeZone"
        label={m.settings.timeZone()}
        hint={m.shopSettings.timeZoneHint()}
        options={[...zones].sort().map((zone) => [zone, zone.replaceAll('_', ' ')])}
      />
    </>
  );
}

function ContactFields(part: PartProps) {
  const countries = countryNames().map(({ code, name }) => [code, name] as const);
  const input = { maxLength: SETTING_MAX, autoComplete: 'off' };
  return (
    <>
      <SettingField
        {...part}
        name="legalName"
        label={m.settings.legalName()}
        hint={m.shopSettings.legalNameHint()}
        input={input}
      />
      <SettingField {...part} name="address.street" label={m.settings.street()} input={input} />
      <FieldPair>
        <SettingField {...part} name="address.postCode" label={m.settings.postCode()} input={input} />
        <SettingField {...part} name="address.city" label={m.settings.city()} input={input} />
      </FieldPair>
      <SettingSelect
        {...part}
        name="address.country"
        label={m.settings.country()}
        options={[['', m.tax.chooseCountry()], ...countries]}
      />
      <FieldPair>
        <SettingField
          {...part}
          name="email"
          label={m.fields.email()}
          input={{ type: 'email', autoComplete: 'off', spellCheck: false }}
        />
        <SettingField
          {...part}
          name="phoneNumber"
          label={m.settings.phoneNumber()}
          input={{ ...input, type: 'tel', dir: 'ltr' }}
        />
      </FieldPair>
    </>
  );
}

function RegisterFields(part: PartProps) {
  const input = { maxLength: SETTING_MAX, autoComplete: 'off' };
  return (
    <>
      <FieldPair>
        <SettingField
          {...part}
          name="registerName"
          label={m.settings.registerName()}
          hint={m.shopSettings.registerNameHint()}
          input={input}
        />
        <SettingField {...part} name="registerNumber" label={m.settings.registerNumber()} input={input} />
      </FieldPair>
      <SettingField {...part} name="vatId" label={m.settings.vatId()} input={input} />
      <SettingField
        {...part}
        name="supervisoryAuthority"
        label={m.settings.supervisoryAuthority()}
        hint={m.shopSettings.supervisoryAuthorityHint()}
        input={input}
      />
      <SettingArea
        {...part}
        name="disputeBody"
        label={m.settings.disputeBody()}
        hint={m.shopSettings.disputeBodyHint()}
        max={LONG_SETTING_MAX}
      />
    </>
  );
}

function ReturnFields(part: PartProps) {
  const number = numberFieldsOf(part.form);
  return (
    <>
      <FieldPair>
        <Field
          {...number('returnDays', { integer: true })}
          label={m.settings.returnDays()}
          hint={m.shopSettings.returnDaysHint({ min: RETURN_DAYS_MIN, max: RETURN_DAYS_MAX })}
          required
        />
        <SettingSelect
          {...part}
          name="returnShippingPaidBy"
          label={m.settings.returnShippingPaidBy()}
          options={returnPayers.map((payer) => [payer, m.settings.payer({ payer })])}
        />
      </FieldPair>
      <SettingArea
        {...part}
        name="returnAddress"
        label={m.settings.returnAddress()}
        hint={m.shopSettings.returnAddressHint()}
        max={LONG_SETTING_MAX}
      />
    </>
  );
}
