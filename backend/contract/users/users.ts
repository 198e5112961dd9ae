import type { LanguageCode } from '#messages/languages.ts';
import type { ImageState } from '../catalogue/pictures.ts';
import type { OwnReportView } from '../comments/comment-reports.ts';
import type { OrderDetailView } from '../orders/orders.ts';
import type { AddressView } from './address-book.ts';
import type { FactorsView } from './factors.ts';
import type { SavedViewView } from './saved-views.ts';

/** Letters, digits, dot, underscore, hyphen; a domain; a top-level part of 2 to 4 letters. */
export const EMAIL_PATTERN = /^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$/;
/** Emails that are no accounts: the same with a plus, and a top-level part of any length, such as .online. */
export const LONG_EMAIL_PATTERN = /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,63}$/;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const USERNAME_MAX = 50;
/** The author of comments by visitors; reserved as a username. */
export const GUEST = 'Guest';

export const genders = ['male', 'female', ''] as const;
export type Gender = (typeof genders)[number];
/** What each may do is in capabilities.ts. */
export const roles = ['owner', 'admin', 'catalogue', 'orders', 'support', 'user'] as const;
export type Role = (typeof roles)[number];

/** Owners are admins whose role, status and account only owners can change. */
export function isAdmin(role: Role): boolean {
  return role === 'admin' || role === 'owner';
}

/** Whether a role may use the dashboard. */
export function isStaff(role: Role): boolean {
  return role !== 'user';
}

/** The filter of the dashboard's users by status. */
export const userStatuses = ['active', 'inactive'] as const;

export const PROFILE_FIELD_MAX = 200;

/** A user as the API shows it; never includes the password hash. */
export type UserView = {
  _id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  gender: Gender;
  city: string;
  address: string;
  postCode: string;
  phoneNumber: string;
  /** File name under /uploads/users/; '' without an avatar. */
  avatar: string;
  /** Widths in pixels of the avatar's WebP derivatives (see derivativeName). */
  avatarWidths: number[];
  /** `processing` and `failed` refer to a new picture, while `avatar` is still the previous one. */
  avatarState: ImageState;
  /** That of mails to the user. */
  language: LanguageCode;
  /** Whether the account is active. */
  status: boolean;
  role: Role;
  /** When the user confirmed the email with a link sent there: ISO 8601, UTC. Null until then. */
  verifiedAt: string | null;
  /** The ids of the products that this user has rated. */
  votedFor: string[];
};

export const userColumns = ['email', 'username', 'status', 'role', 'added'] as const;
export type UserColumn = (typeof userColumns)[number];

/** A user as the API shows it to admins. */
export type AdminUserView = UserView & {
  orderCount: number;
  /** Whether a login takes a second step. */
  hasSecondFactor: boolean;
  /** When the user registered. ISO 8601, UTC. */
  date: string;
};

/** All that the shop stores for a user. */
export type AccountExportView = {
  user: UserView;
  /** The default one first. */
  addresses: AddressView[];
  /** Without their secrets. */
  secondFactors: Omit<FactorsView, 'isRequired'>;
  /** Newest first. */
  orders: OrderDetailView[];
  /** Newest first. */
  comments: OwnCommentView[];
  /** Reports of comments made with the account's email, if it is confirmed. Newest first. */
  commentReports: OwnReportView[];
  ratings: { productId: string; rate: number }[];
  /** An admin's own views of the orders table. */
  savedViews: SavedViewView[];
  /** Newest first. */
  sessions: SessionView[];
};

/** A login that has not ended. */
export type SessionView = {
  _id: string;
  /** Such as "Firefox on Windows"; '' if the client didn't say. */
  device: string;
  /** The address of the login without its last part, such as "203.0.113.x"; '' if unknown. */
  network: string;
  /** When the user logged in: ISO 8601, UTC. */
  date: string;
  /** The day, in UTC, such as "2026-11-25". */
  lastUsed: string;
  /** Whether it is the caller's. */
  isCurrent: boolean;
};

export type OwnCommentView = {
  _id: string;
  productId: string;
  productTitle: string;
  content: string;
  approved: boolean;
  /** ISO 8601, UTC. */
  date: string;
};
