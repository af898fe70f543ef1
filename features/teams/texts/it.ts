import type { InvitationWords } from './words.ts'

/** The email with an invitation in Italian. */
export const it: InvitationWords = ({ team, site }) => ({
  subject: `Invito in un team su ${site}`,
  lines: [`È stato invitato nel team ${team} su ${site}.`],
  button: 'Vedi l’invito',
  closing: [
    'Solo un account con questo indirizzo e-mail può accettarlo. Il link è valido 7 giorni.',
    'Se non lo aspettava, ignori questa e-mail.',
  ],
})
