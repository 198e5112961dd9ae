import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { isStaff } from '#contract/users/users.ts';
import { m } from '#messages';
import type { EventMap, SecondFactorChange } from '../../../core/events/events.ts';
import { pageUrl } from '../../../core/http/page-url.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import { mailUser, type UserMailDeps } from './mail-recipients.ts';

/** Emails a user that their password was changed or reset, so that they notice if it wasn't them. */
export function sendPasswordChange(
  deps: UserMailDeps,
  { userId, noticeId }: EventMap['user.passwordChanged'],
): Promise<void> {
  return mailUser(deps, 'passwordChange', userId, () => ({
    title: m.mails.passwordChangedTitle(),
    reference: `account-notice-${noticeId}`,
    blocks: [
      paragraph(m.mails.passwordChanged()),
      paragraph(m.mails.passwordChangedHint()),
      button(m.mails.goToLogin(), pageUrl(deps.publicUrl, pagePatterns.authorization)),
    ],
  }));
}

/** Emails a user that an admin has changed their role. */
export function sendRoleChange(
  deps: UserMailDeps,
  { userId, noticeId, role }: EventMap['user.roleChanged'],
): Promise<void> {
  return mailUser(deps, 'roleChange', userId, () => ({
    title: m.mails.roleChangedTitle(),
    reference: `account-notice-${noticeId}`,
    blocks: [
      paragraph(m.mails.roleChanged({ role })),
      paragraph(m.mails.roleChangedHint()),
      ...(isStaff(role) ? [button(m.mails.openDashboard(), pageUrl(deps.publicUrl, pagePatterns.statistics))] : []),
    ],
  }));
}

/** Emails a user that someone is guessing their password. */
export function sendLoginAttackWarning(
  deps: UserMailDeps,
  { userId, warningId }: EventMap['user.loginAttacked'],
): Promise<void> {
  return mailUser(deps, 'loginWarning', userId, () => ({
    title: m.mails.loginAttackTitle(),
    reference: `login-attack-${warningId}`,
    blocks: [
      paragraph(m.mails.loginAttack()),
      paragraph(m.mails.loginAttackHint()),
      button(m.mails.goToLoginPage(), pageUrl(deps.publicUrl, pagePatterns.authorization)),
      paragraph(m.mails.loginAttackDevices()),
    ],
  }));
}

const factorChanges: Record<SecondFactorChange, () => string> = {
  appAdded: m.mails.appAdded,
  appRemoved: m.mails.appRemoved,
  passkeyAdded: m.mails.passkeyAdded,
  passkeyRemoved: m.mails.passkeyRemoved,
  recoveryCodesRenewed: m.mails.recoveryCodesRenewed,
  recoveryCodeUsed: m.mails.recoveryCodeUsed,
  removedByAdmin: m.mails.factorsRemovedByAdmin,
};

/** Emails a user that their second factors have changed. */
export function sendFactorsChanged(
  deps: UserMailDeps,
  { userId, change, noticeId }: EventMap['user.secondFactorsChanged'],
): Promise<void> {
  return mailUser(deps, 'secondFactors', userId, () => ({
    title: m.mails.factorsChangedTitle(),
    reference: `second-factors-${noticeId}`,
    blocks: [
      paragraph(factorChanges[change]()),
      paragraph(m.mails.factorsChangedHint()),
      button(m.mails.openProfile(), pageUrl(deps.publicUrl, pagePatterns.profile)),
    ],
  }));
}
