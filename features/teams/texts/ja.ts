import type { InvitationWords } from './words.ts'

/** The email with an invitation in Japanese. */
export const ja: InvitationWords = ({ team, site }) => ({
  subject: `${site} のチームへの招待`,
  lines: [`${site} のチーム ${team} に招待されています。`],
  button: '招待を見る',
  closing: [
    'このメールアドレスのアカウントだけが承諾できます。リンクは 7 日間有効です。',
    '心当たりがない場合は、このメールを無視してください。',
  ],
})
