import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { genders, roles } from '#contract/users/users.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { id, index, now, uniqueIndex } from '../../../core/database/columns.ts';
import { duplicateName, keyOfEmail, searchedBy, uniqueNames } from '../../../core/database/names.ts';

/** What the dashboard's table is searched for, in SQL. */
export const searchedColumns = ['email', 'username', `first_name || ' ' || last_name`] as const;

export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: id(),
    /** As typed; compared in lower case. */
    email: p.text(),
    username: p.text(),
    duplicateName: duplicateName(),
    /** Argon2id, in PHC string format. */
    passwordHash: p.text().hidden(),
    firstName: p.text().default(''),
    lastName: p.text().default(''),
    gender: p.enum(genders).columnType('text').default(''),
    address: p.text().default(''),
    city: p.text().default(''),
    postCode: p.text().default(''),
    phoneNumber: p.text().default(''),
    /** That of mails to the user. */
    language: p.text().$type<LanguageCode>().default('en'),
    active: p.boolean().default(true),
    role: p.enum(roles).columnType('text').default('user'),
    /** When the user proved that they receive mails at this email; null until then. */
    verifiedAt: p.datetime().nullable(),
    createdAt: now(),
  },
  uniques: [
    uniqueIndex('user_account_email_key', `"user_account" (${keyOfEmail('email')})`),
    // For the previous release.
    uniqueIndex('user_account_email_unique', '"user_account" (lower(email))'),
    uniqueNames('user_account_username_unique', { table: 'user_account', column: 'username' }),
  ],
  indexes: [
    // The few whose names must not be imitated, among all.
    index('user_account_staff_index', `"user_account" (id) where role <> 'user'`),
    // For the dashboard's table.
    index('user_account_username_index', '"user_account" (username collate "und-x-icu")'),
    index('user_account_names_index', `"user_account" using ${searchedBy(...searchedColumns)}`),
    // For the dashboard's table.
    index('user_account_created_at_index', '"user_account" (created_at, id)'),
  ],
});
export type User = InferEntity<typeof User>;
