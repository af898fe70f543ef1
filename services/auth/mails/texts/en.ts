import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `The link and the code work once, for ${life}.`
const notYou =
  'If this was not you, choose a new password at once with “Forgot password?” on the sign-in page: it signs out every other device.'

export const en: MailTexts = {
  orCode: 'Or enter this code:',
  codeAlone: 'Enter this code:',
  signup: (brand) => ({
    subject: `Confirm your email for ${brand}`,
    lines: [`Thanks for signing up for ${brand}.`, 'Please confirm that this is your email address.'],
    button: 'Confirm your email',
    closing: [once('one day'), 'If you did not sign up, ignore this mail: no account is opened without you.'],
  }),
  invite: (brand) => ({
    subject: `You are invited to ${brand}`,
    lines: [`You have been invited to open an account at ${brand}.`],
    button: 'Accept the invitation',
    closing: [once('one day'), 'If you do not want an account, ignore this mail.'],
  }),
  magiclink: (brand) => ({
    subject: `Sign in to ${brand}`,
    lines: [`Here is your link to sign in to ${brand}.`],
    button: 'Sign in',
    closing: [
      once('one hour'),
      'If you did not ask for it, ignore this mail. Nobody can sign in without it: give the code to no one.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Choose a new password for ${brand}`,
    lines: [`Somebody, most likely you, asked for a new password for your account at ${brand}.`],
    button: 'Choose a new password',
    closing: [
      once('one hour'),
      'If it was not you, ignore this mail: your password stays as it is. Give the code to no one.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Confirm the change of your email at ${brand}`,
    lines: [
      `The email address of your account at ${brand} is to be changed to ${newEmail}.`,
      'Please confirm that you want this. The new address gets a mail of its own.',
    ],
    button: 'Confirm the change',
    closing: [once('one hour'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Confirm your new email for ${brand}`,
    lines: [
      `${newEmail} is to become the email address of an account at ${brand}.`,
      'Please confirm that it is yours.',
    ],
    button: 'Confirm your new email',
    closing: [once('one hour'), 'If you did not ask for this, ignore this mail: nothing changes.'],
  }),
  reauthentication: (brand) => ({
    subject: `Your code for ${brand}`,
    lines: [`With this code you confirm a change to your account at ${brand}.`],
    closing: [
      'The code works once, for one hour.',
      'If you did not ask for it, somebody is signed in as you. Give the code to no one.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `You already have an account at ${brand}`,
    lines: [
      `Somebody, most likely you, tried to sign up for ${brand} with this email address.`,
      'You already have an account. Sign in with the password you chose then, or choose a new one with “Forgot password?”.',
    ],
    button: 'Sign in',
    closing: ['If it was not you, there is nothing to do: your account is unchanged.'],
  }),
  password_changed: (brand) => ({
    subject: `Your password for ${brand} was changed`,
    lines: [`The password of your account at ${brand} was just changed.`],
    button: 'Sign in',
    closing: ['If it was you, there is nothing to do.', notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Your email at ${brand} was changed`,
    lines: [
      `The email address of your account at ${brand} is now ${newEmail}.`,
      'This address no longer signs you in.',
    ],
    closing: [
      'If it was you, there is nothing to do.',
      `If this was not you, tell ${brand} at once: this mailbox can no longer open the account.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `A second step was added to your account at ${brand}`,
    lines: [`Signing in to ${brand} now also asks for “${name}”.`],
    button: 'Sign in',
    closing: ['If it was you, there is nothing to do.', notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `A second step was removed from your account at ${brand}`,
    lines: [`Signing in to ${brand} no longer asks for “${name}”.`],
    button: 'Sign in',
    closing: ['If it was you, there is nothing to do.', notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `A passkey was added to your account at ${brand}`,
    lines: [`The passkey “${name}” can now sign in to your account at ${brand}.`],
    button: 'Sign in',
    closing: [
      'If it was you, there is nothing to do.',
      'If this was not you, remove the passkey on your account page and choose a new password.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `A passkey was removed from your account at ${brand}`,
    lines: [`The passkey “${name}” no longer signs in to your account at ${brand}.`],
    button: 'Sign in',
    closing: ['If it was you, there is nothing to do.', notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Your account at ${brand} is connected to ${name}`,
    lines: [`Your account at ${brand} can now also be opened by signing in with ${name}.`],
    button: 'Sign in',
    closing: [
      'If it was you, there is nothing to do.',
      'If this was not you, disconnect it on your account page and choose a new password.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Your account at ${brand} is no longer connected to ${name}`,
    lines: [`Signing in with ${name} no longer opens your account at ${brand}.`],
    button: 'Sign in',
    closing: ['If it was you, there is nothing to do.', notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Your account at ${brand} was deleted`,
    lines: [`Your account at ${brand} no longer exists.`],
    closing: [`If this was not you, tell ${brand} at once.`],
  }),
}
