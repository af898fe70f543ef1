import type { InvitationWords } from './words.ts'

/** The email with an invitation in Arabic. */
export const ar: InvitationWords = ({ team, site }) => ({
  subject: `دعوة إلى فريق في ${site}`,
  lines: [`تمت دعوتك إلى الفريق ${team} في ${site}.`],
  button: 'عرض الدعوة',
  closing: [
    'لا يمكن قبولها إلا بحساب بعنوان البريد الإلكتروني هذا. الرابط صالح لمدة 7 أيام.',
    'إذا لم تكن تتوقعها، فتجاهل هذه الرسالة.',
  ],
})
