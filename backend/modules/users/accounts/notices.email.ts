import { pagePatterns } from '#contract/page-addresses.ts';
import type { EventMap, SecondFactorChange } from '../../../core/events/events.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import { mailUser, type UserMailDeps } from './mail-recipients.ts';

/** Emails a user that their password was changed or reset, so that they notice if it wasn't them. */
export function sendPasswordChange(
  deps: UserMailDeps,
  { userId, noticeId }: EventMap['user.passwordChanged'],
): Promise<void> {
  return mailUser(deps, 'passwordChange', userId, {
    title: 'Your password was changed',
    reference: `account-notice-${noticeId}`,
    blocks: [
      paragraph('The password of your account was changed, and all devices were logged out.'),
      paragraph("If this wasn't you, reset your password now: someone else may know it."),
      button('Go to login', deps.publicUrl + pagePatterns.authorization),
    ],
  });
}

/** Emails a user that an admin has changed their role. */
export function sendRoleChange(
  deps: UserMailDeps,
  { userId, noticeId, role }: EventMap['user.roleChanged'],
): Promise<void> {
  const isStaff = role !== 'user';
  return mailUser(deps, 'roleChange', userId, {
    title: 'Your role has changed',
    reference: `account-notice-${noticeId}`,
    blocks: [
      paragraph(isStaff ? `Your role in the shop is now: ${role}.` : 'You no longer have access to the dashboard.'),
      paragraph("If you didn't expect this, contact an admin."),
      ...(isStaff ? [button('Open dashboard', deps.publicUrl + pagePatterns.statistics)] : []),
    ],
  });
}

/** Emails a user that someone is guessing their password. */
export function sendLoginAttackWarning(
  deps: UserMailDeps,
  { userId, warningId }: EventMap['user.loginAttacked'],
): Promise<void> {
  return mailUser(deps, 'loginWarning', userId, {
    title: 'Someone is trying to log in to your account',
    reference: `login-attack-${warningId}`,
    blocks: [
      paragraph('Someone has entered many wrong passwords for your account. We have slowed them down.'),
      paragraph(
        "If your password is long and you don't use it anywhere else, you don't need to do anything. Otherwise, choose a new one: select “Forgot password?” on the login page.",
      ),
      button('Go to the login page', deps.publicUrl + pagePatterns.authorization),
      paragraph('You can still log in on your devices. If a new device has to wait, reset your password there.'),
    ],
  });
}

const factorChanges: Record<SecondFactorChange, string> = {
  appAdded: 'An authenticator app was added to your account.',
  appRemoved: 'The authenticator app was removed from your account.',
  passkeyAdded: 'A passkey was added to your account.',
  passkeyRemoved: 'A passkey was removed from your account.',
  recoveryCodesRenewed: 'New recovery codes were created for your account. The old ones no longer work.',
  recoveryCodeUsed: 'Someone logged in to your account with a recovery code. Each code works once.',
  removedByAdmin: 'We turned off two-step login for your account. Your password is now enough to log in.',
};

/** Emails a user that their second factors have changed. */
export function sendFactorsChanged(
  deps: UserMailDeps,
  { userId, change, noticeId }: EventMap['user.secondFactorsChanged'],
): Promise<void> {
  return mailUser(deps, 'secondFactors', userId, {
    title: 'Your two-step login changed',
    reference: `second-factors-${noticeId}`,
    blocks: [
      paragraph(factorChanges[change]),
      paragraph("If this wasn't you, reset your password and check your two-step login."),
      button('Open your profile', deps.publicUrl + pagePatterns.profile),
    ],
  });
}
