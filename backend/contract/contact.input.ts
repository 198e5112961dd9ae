import * as yup from 'yup';
import { requiredText, trimmed } from './text.ts';
import { EMAIL_MAX, EMAIL_PATTERN } from './users.ts';

/** The label of each field; its error messages start with it. */
export const contactLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  message: 'Message',
} as const;

type ContactField = keyof typeof contactLabels;

const required = (field: ContactField) => `${contactLabels[field]} is required!`;
const notValid = (field: ContactField) => `${contactLabels[field]} is not valid!`;

/** The contact form. The client only logs the values; no call sends them. */
export const contactInput = yup.object({
  firstName: requiredText(required('firstName')),
  lastName: requiredText(required('lastName')),
  email: requiredText(required('email'))
    .transform(trimmed)
    .max(EMAIL_MAX, notValid('email'))
    .matches(EMAIL_PATTERN, { message: notValid('email'), excludeEmptyString: true }),
  message: requiredText(required('message')),
});
export type ContactInput = yup.InferType<typeof contactInput>;
