import type { InvitationWords } from './words.ts'

/** The email with an invitation in French. */
export const fr: InvitationWords = ({ team, site }) => ({
  subject: `Invitation à rejoindre une équipe sur ${site}`,
  lines: [`Vous êtes invité à rejoindre l’équipe ${team} sur ${site}.`],
  button: 'Voir l’invitation',
  closing: [
    'Seul un compte avec cette adresse e-mail peut l’accepter. Le lien est valable 7 jours.',
    'Si vous ne l’attendiez pas, ignorez cet e-mail.',
  ],
})
