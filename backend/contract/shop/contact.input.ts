import * as yup from 'yup';
import { m } from '#messages';
import { EMAIL_MAX, EMAIL_PATTERN } from '../users/users.ts';
import { requiredText, trimmed } from '../values/text.ts';

/** The label of each field. */
export const contactLabels = {
  firstName: m.fields.firstName,
  lastName: m.fields.lastName,
  email: m.fields.email,
  message: m.fields.message,
} as const;

/** The contact form. The client only logs the values; no call sends them. */
export const contactInput = yup.object({
  firstName: requiredText(m.fields.firstNameRequired),
  lastName: requiredText(m.fields.lastNameRequired),
  email: requiredText(m.fields.emailRequired)
    .transform(trimmed)
    .max(EMAIL_MAX, m.fields.emailInvalid)
    .matches(EMAIL_PATTERN, { message: m.fields.emailInvalid, excludeEmptyString: true }),
  message: requiredText(m.fields.messageRequired),
});
export type ContactInput = yup.InferType<typeof contactInput>;
