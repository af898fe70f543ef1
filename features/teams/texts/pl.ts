import type { InvitationWords } from './words.ts'

/** The email with an invitation in Polish. */
export const pl: InvitationWords = ({ team, site }) => ({
  subject: `Zaproszenie do zespołu w ${site}`,
  lines: [`Zaproszono Cię do zespołu ${team} w ${site}.`],
  button: 'Zobacz zaproszenie',
  closing: [
    'Może je przyjąć tylko konto z tym adresem e-mail. Link jest ważny 7 dni.',
    'Jeśli się go nie spodziewasz, zignoruj tę wiadomość.',
  ],
})
