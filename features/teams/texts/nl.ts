import type { InvitationWords } from './words.ts'

/** The email with an invitation in Dutch. */
export const nl: InvitationWords = ({ team, site }) => ({
  subject: `Uitnodiging voor een team op ${site}`,
  lines: [`U bent uitgenodigd voor het team ${team} op ${site}.`],
  button: 'Uitnodiging bekijken',
  closing: [
    'Alleen een account met dit e-mailadres kan de uitnodiging accepteren. De link is 7 dagen geldig.',
    'Verwachtte u dit niet, negeer dan deze e-mail.',
  ],
})
