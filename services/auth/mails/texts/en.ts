import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `The link and the code work once, for ${life}.`
const notYou =
  'If this was not you, reset your password now with “Forgot password?” on the sign-in page. This signs out every other device.'

export const en: MailTexts = {
  orCode: 'Or enter this code:',
  codeAlone: 'Enter this code:',
  signup: (brand) => ({
    subject: `Confirm your email for ${brand}`,
    lines: [`Thanks for signing up for ${brand}.`, 'Please confirm your email address.'],
    button: 'Confirm your email',
    closing: [
      once('one day'),
      'If you did not sign up, ignore this email. The account cannot be used without your confirmation.',
    ],
  }),
  invite: (brand) => ({
    subject: `You are invited to ${brand}`,
    lines: [`You have been invited to create an account at ${brand}.`],
    button: 'Accept the invitation',
    closing: [once('one day'), 'If you do not want an account, ignore this email.'],
  }),
  magiclink: (brand) => ({
    subject: `Sign in to ${brand}`,
    lines: [`Use this link to sign in to ${brand}.`],
    button: 'Sign in',
    closing: [
      once('one hour'),
      'If you did not request this email, ignore it. Do not share the code with anyone.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Choose a new password for ${brand}`,
    lines: [`We received a request to reset the password of your account at ${brand}.`],
    button: 'Choose a new password',
    closing: [
      once('one hour'),
      'If this was not you, ignore this email and your password stays the same. Do not share the code with anyone.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Confirm your email change at ${brand}`,
    lines: [
      `You asked to change the email on your ${brand} account to ${newEmail}.`,
      'Please confirm the change. The new address must be confirmed too.',
    ],
    button: 'Confirm the change',
    closing: [once('one hour'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Confirm your new email for ${brand}`,
    lines: [
      `We received a request to change the email of an account at ${brand} to ${newEmail}.`,
      'Please confirm that this address is yours.',
    ],
    button: 'Confirm your new email',
    closing: [once('one hour'), 'If you did not request this, ignore this email and nothing changes.'],
  }),
  reauthentication: (brand) => ({
    subject: `Your code for ${brand}`,
    lines: [`Use this code to confirm a change to your account at ${brand}.`],
    closing: [
      'The code works once, for one hour.',
      'If you did not request it, someone else is signed in to your account. Do not share the code with anyone.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `You already have an account at ${brand}`,
    lines: [
      `Someone tried to sign up for ${brand} with this email address.`,
      'You already have an account. Sign in with your password, or reset it with “Forgot password?”.',
    ],
    button: 'Sign in',
    closing: ['If this was not you, you don’t need to do anything. Your account is unchanged.'],
  }),
  password_changed: (brand) => ({
    subject: `Your password for ${brand} was changed`,
    lines: [`The password of your account at ${brand} was changed.`],
    button: 'Sign in',
    closing: ['If this was you, you don’t need to do anything.', notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Your email at ${brand} was changed`,
    lines: [
      `The email address of your account at ${brand} is now ${newEmail}.`,
      'You can no longer sign in with this address.',
    ],
    closing: [
      'If this was you, you don’t need to do anything.',
      `If this was not you, contact ${brand} now. You can no longer recover the account from this address.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `A second step was added to your account at ${brand}`,
    lines: [`“${name}” was added as a second step for your account at ${brand}.`],
    button: 'Sign in',
    closing: ['If this was you, you don’t need to do anything.', notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `A second step was removed from your account at ${brand}`,
    lines: [`“${name}” is no longer a second step for your account at ${brand}.`],
    button: 'Sign in',
    closing: ['If this was you, you don’t need to do anything.', notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `A passkey was added to your account at ${brand}`,
    lines: [`You can now sign in to your account at ${brand} with the passkey “${name}”.`],
    button: 'Sign in',
    closing: [
      'If this was you, you don’t need to do anything.',
      'If this was not you, remove the passkey on your account page and choose a new password.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `A passkey was removed from your account at ${brand}`,
    lines: [`You can no longer sign in to your account at ${brand} with the passkey “${name}”.`],
    button: 'Sign in',
    closing: ['If this was you, you don’t need to do anything.', notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Your account at ${brand} is connected to ${name}`,
    lines: [`You can now also sign in to your account at ${brand} with ${name}.`],
    button: 'Sign in',
    closing: [
      'If this was you, you don’t need to do anything.',
      'If this was not you, disconnect it on your account page and choose a new password.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Your account at ${brand} is no longer connected to ${name}`,
    lines: [`You can no longer sign in to your account at ${brand} with ${name}.`],
    button: 'Sign in',
    closing: ['If this was you, you don’t need to do anything.', notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Your account at ${brand} was deleted`,
    lines: [`Your account at ${brand} was deleted.`],
    closing: [`If this was not you, contact ${brand} now.`],
  }),
}
