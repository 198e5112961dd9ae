import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type AttributeInput, attributeInput } from '#contract/catalogue/attributes.input.ts';
import {
  ATTRIBUTE_CODE_MAX,
  type AttributeType,
  type AttributeView,
  attributeTypes,
} from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { addAttribute, editAttribute } from '../../../api/admin/attributes.ts';
import { showNothingChanged } from '../../../browser/toasts.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { changedValues } from '../../../stores/changedValues.ts';

type AttributeFormProps = {
  categoryId: string;
  /** The attribute to edit; null for a new one. */
  attribute: AttributeView | null;
  onClose: () => void;
};

/** Adds or edits an attribute. */
export function AttributeDialog({ open, ...props }: AttributeFormProps & { open: boolean }) {
  return (
    <Dialog open={open} title={props.attribute ? m.attributes.edit() : m.attributes.add()} onClose={props.onClose}>
      <AttributeForm {...props} />
    </Dialog>
  );
}

/** The labels of the types. */
export const attributeTypeNames: Record<AttributeType, () => string> = {
  text: m.attributes.text,
  number: m.attributes.number,
  boolean: m.attributes.boolean,
};

function AttributeForm({ categoryId, attribute, onClose }: AttributeFormProps) {
  const before = formValues(categoryId, attribute);
  const form = useForm<AttributeInput>({ resolver: yupResolver(attributeInput), defaultValues: before });
  const { dirtyFields } = form.formState;
  const field = fieldsOf(form);
  const fixed = attribute ? { disabled: true, hint: m.attributes.fixed() } : {};

  const submit = submitOf(form, async (values) => {
    await (attribute ? saveChanges(attribute, changedValues(before, values)) : addAttribute(values));
    onClose();
  });
  const name = field('name');

  return (
    <Form onSubmit={submit}>
      <Field
        {...name}
        label={m.attributes.name()}
        autoComplete="off"
        required
        onChange={(event) => {
          // Until it is edited, the code follows the name.
          if (!attribute && !dirtyFields.code) form.setValue('code', codeOf(event.target.value));
          return name.onChange(event);
        }}
      />
      <FieldPair>
        <Field
          {...field('code')}
          label={m.attributes.code()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={m.attributes.codeHint()}
          required
          {...fixed}
        />
        <SelectField {...field('type')} label={m.attributes.type()} required {...fixed}>
          {attributeTypes.map((type) => (
            <option key={type} value={type}>
              {attributeTypeNames[type]()}
            </option>
          ))}
        </SelectField>
      </FieldPair>
      <Field {...field('unit')} label={m.attributes.unit()} autoComplete="off" hint={m.attributes.unitHint()} />
      <SwitchField {...field('isFilterable')} label={m.attributes.canFilter()} />
      <FormActions form={form} action={attribute ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}

async function saveChanges(attribute: AttributeView, changes: Partial<AttributeInput>): Promise<void> {
  if (Object.keys(changes).length === 0) return showNothingChanged();
  await editAttribute(attribute, changes);
}

function formValues(categoryId: string, attribute: AttributeView | null): AttributeInput {
  const { code = '', name = '', type = 'text', unit = '', isFilterable = true } = attribute ?? {};
  return { categoryId, code, name, type, unit, isFilterable };
}

/** A code from a name: "Screen size" gives `screen_size`. */
function codeOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words
    .join('_')
    .replace(/^[^a-z]+/, '')
    .slice(0, ATTRIBUTE_CODE_MAX);
}
