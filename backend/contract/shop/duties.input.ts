import * as yup from 'yup';
import { m } from '#messages';
import { atMost, flag, missing, text, trimmed } from '../values/text.ts';
import { DUTY_REASON_MAX } from './duties.ts';

/** Whether a duty applies to the shop, and if not, why. */
export const dutyInput = yup.object({
  isApplicable: flag(m.duties.mustSay).required(m.duties.mustSay),
  reason: text()
    .transform(trimmed)
    .max(...atMost(DUTY_REASON_MAX, m.duties.reason))
    .when('isApplicable', ([isApplicable], schema) =>
      isApplicable === false ? schema.required(missing(m.duties.reason)) : schema,
    ),
});
export type DutyInput = yup.InferType<typeof dutyInput>;
