import type { InvitationWords } from './words.ts'

/** The email with an invitation in Portuguese. */
export const pt: InvitationWords = ({ team, site }) => ({
  subject: `Convite para uma equipa em ${site}`,
  lines: [`Foi convidado para a equipa ${team} em ${site}.`],
  button: 'Ver o convite',
  closing: [
    'Só uma conta com este endereço de e-mail pode aceitá-lo. A ligação é válida durante 7 dias.',
    'Se não o esperava, ignore este e-mail.',
  ],
})
