import type { MailTexts } from './mail-texts.ts'

const once = (life: string) => `Le lien et le code servent une seule fois, pendant ${life}.`
const notYou =
  'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe par « Mot de passe oublié ? » sur la page de connexion : tous les autres appareils seront déconnectés.'

export const fr: MailTexts = {
  orCode: 'Ou saisissez ce code :',
  codeAlone: 'Saisissez ce code :',
  signup: (brand) => ({
    subject: `Confirmez votre adresse e-mail pour ${brand}`,
    lines: [
      `Merci de votre inscription à ${brand}.`,
      'Veuillez confirmer que cette adresse e-mail est la vôtre.',
    ],
    button: 'Confirmer mon adresse',
    closing: [
      once('un jour'),
      'Si vous ne vous êtes pas inscrit, ignorez ce message : aucun compte n’est ouvert sans vous.',
    ],
  }),
  invite: (brand) => ({
    subject: `Vous êtes invité à rejoindre ${brand}`,
    lines: [`Vous êtes invité à ouvrir un compte chez ${brand}.`],
    button: 'Accepter l’invitation',
    closing: [once('un jour'), 'Si vous ne voulez pas de compte, ignorez ce message.'],
  }),
  magiclink: (brand) => ({
    subject: `Connexion à ${brand}`,
    lines: [`Voici votre lien de connexion à ${brand}.`],
    button: 'Se connecter',
    closing: [
      once('une heure'),
      'Si vous ne l’avez pas demandé, ignorez ce message. Personne ne peut se connecter sans lui : ne donnez le code à personne.',
    ],
  }),
  recovery: (brand) => ({
    subject: `Nouveau mot de passe pour ${brand}`,
    lines: [`Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte chez ${brand}.`],
    button: 'Choisir un nouveau mot de passe',
    closing: [
      once('une heure'),
      'Si ce n’était pas vous, ignorez ce message : votre mot de passe ne change pas. Ne donnez le code à personne.',
    ],
  }),
  email_change_current: (brand, newEmail) => ({
    subject: `Confirmez le changement de votre adresse e-mail chez ${brand}`,
    lines: [
      `L’adresse e-mail de votre compte chez ${brand} doit devenir ${newEmail}.`,
      'Veuillez confirmer que vous le voulez. La nouvelle adresse reçoit son propre message.',
    ],
    button: 'Confirmer le changement',
    closing: [once('une heure'), notYou],
  }),
  email_change_new: (brand, newEmail) => ({
    subject: `Confirmez votre nouvelle adresse e-mail pour ${brand}`,
    lines: [
      `${newEmail} doit devenir l’adresse e-mail d’un compte chez ${brand}.`,
      'Veuillez confirmer qu’elle est à vous.',
    ],
    button: 'Confirmer ma nouvelle adresse',
    closing: [once('une heure'), 'Si vous ne l’avez pas demandé, ignorez ce message : rien ne change.'],
  }),
  reauthentication: (brand) => ({
    subject: `Votre code pour ${brand}`,
    lines: [`Avec ce code, vous confirmez un changement de votre compte chez ${brand}.`],
    closing: [
      'Le code sert une seule fois, pendant une heure.',
      'Si vous ne l’avez pas demandé, quelqu’un est connecté à votre place. Ne donnez le code à personne.',
      notYou,
    ],
  }),
  already_registered: (brand) => ({
    subject: `Vous avez déjà un compte chez ${brand}`,
    lines: [
      `Quelqu’un, sans doute vous, a voulu s’inscrire à ${brand} avec cette adresse e-mail.`,
      'Vous avez déjà un compte. Connectez-vous avec le mot de passe choisi alors, ou choisissez-en un nouveau par « Mot de passe oublié ? ».',
    ],
    button: 'Se connecter',
    closing: ['Si ce n’était pas vous, il n’y a rien à faire : votre compte est inchangé.'],
  }),
  password_changed: (brand) => ({
    subject: `Votre mot de passe pour ${brand} a été changé`,
    lines: [`Le mot de passe de votre compte chez ${brand} vient d’être changé.`],
    button: 'Se connecter',
    closing: ['Si c’était vous, il n’y a rien à faire.', notYou],
  }),
  email_changed: (brand, newEmail) => ({
    subject: `Votre adresse e-mail chez ${brand} a été changée`,
    lines: [
      `L’adresse e-mail de votre compte chez ${brand} est maintenant ${newEmail}.`,
      'Cette adresse ne permet plus de vous connecter.',
    ],
    closing: [
      'Si c’était vous, il n’y a rien à faire.',
      `Si ce n’était pas vous, prévenez ${brand} tout de suite : cette boîte n’ouvre plus le compte.`,
    ],
  }),
  factor_added: (brand, name) => ({
    subject: `Une seconde étape protège votre compte chez ${brand}`,
    lines: [`La connexion à ${brand} demande maintenant aussi « ${name} ».`],
    button: 'Se connecter',
    closing: ['Si c’était vous, il n’y a rien à faire.', notYou],
  }),
  factor_removed: (brand, name) => ({
    subject: `Une étape de connexion de votre compte chez ${brand} a été retirée`,
    lines: [`La connexion à ${brand} ne demande plus « ${name} ».`],
    button: 'Se connecter',
    closing: ['Si c’était vous, il n’y a rien à faire.', notYou],
  }),
  passkey_added: (brand, name) => ({
    subject: `Une clé d’accès a été ajoutée à votre compte chez ${brand}`,
    lines: [`La clé d’accès « ${name} » ouvre maintenant votre compte chez ${brand}.`],
    button: 'Se connecter',
    closing: [
      'Si c’était vous, il n’y a rien à faire.',
      'Si ce n’était pas vous, retirez la clé sur la page de votre compte et choisissez un nouveau mot de passe.',
    ],
  }),
  passkey_removed: (brand, name) => ({
    subject: `Une clé d’accès de votre compte chez ${brand} a été retirée`,
    lines: [`La clé d’accès « ${name} » n’ouvre plus votre compte chez ${brand}.`],
    button: 'Se connecter',
    closing: ['Si c’était vous, il n’y a rien à faire.', notYou],
  }),
  identity_added: (brand, name) => ({
    subject: `Votre compte chez ${brand} est relié à ${name}`,
    lines: [`La connexion avec ${name} ouvre maintenant aussi votre compte chez ${brand}.`],
    button: 'Se connecter',
    closing: [
      'Si c’était vous, il n’y a rien à faire.',
      'Si ce n’était pas vous, supprimez ce lien sur la page de votre compte et choisissez un nouveau mot de passe.',
    ],
  }),
  identity_removed: (brand, name) => ({
    subject: `Votre compte chez ${brand} n’est plus relié à ${name}`,
    lines: [`La connexion avec ${name} n’ouvre plus votre compte chez ${brand}.`],
    button: 'Se connecter',
    closing: ['Si c’était vous, il n’y a rien à faire.', notYou],
  }),
  account_deleted: (brand) => ({
    subject: `Votre compte chez ${brand} a été supprimé`,
    lines: [`Votre compte chez ${brand} n’existe plus.`],
    closing: [`Si ce n’était pas vous, prévenez ${brand} tout de suite.`],
  }),
}
