import type { InvitationWords } from './words.ts'

/** The email with an invitation in Spanish. */
export const es: InvitationWords = ({ team, site }) => ({
  subject: `Invitación a un equipo en ${site}`,
  lines: [`Le han invitado al equipo ${team} en ${site}.`],
  button: 'Ver la invitación',
  closing: [
    'Solo puede aceptarla una cuenta con esta dirección de correo. El enlace es válido durante 7 días.',
    'Si no la esperaba, ignore este correo.',
  ],
})
