import type { InvitationWords } from './words.ts'

/** The email with an invitation in German. */
export const de: InvitationWords = ({ team, site }) => ({
  subject: `Einladung in ein Team bei ${site}`,
  lines: [`Sie sind zum Team ${team} bei ${site} eingeladen.`],
  button: 'Einladung ansehen',
  closing: [
    'Nur ein Konto mit dieser E-Mail-Adresse kann sie annehmen. Der Link gilt 7 Tage.',
    'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail.',
  ],
})
