import type { InvitationWords } from './words.ts'

/** The email with an invitation in English. */
export const en: InvitationWords = ({ team, site }) => ({
  subject: `You are invited to a team on ${site}`,
  lines: [`You are invited to the team ${team} on ${site}.`],
  button: 'View the invitation',
  closing: [
    'Only an account with this email address can accept it. The link is valid for 7 days.',
    'If you did not expect it, ignore this email.',
  ],
})
