import type { Mail } from '#kernel/mail/mailer.ts'
import { sendOrQueue } from '#kernel/mail/unsent-mail.ts'
import type { Auth } from '../auth.ts'

/**
 * Sends emails after the commit without making the caller wait, because the SMTP server's timing would reveal
 * who has an account. If the SMTP server is down, the email goes out once it is back.
 */
export function sendQuietly(auth: Auth, ...emails: (Mail | undefined)[]): void {
  for (const mail of emails)
    if (mail)
      sendOrQueue(auth.kernel, mail).catch((error: unknown) =>
        auth.kernel.log.error({ error: String(error) }, 'sending and queueing an email failed'),
      )
}
