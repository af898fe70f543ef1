import type { Mail } from '#kernel/mail/mailer.ts'
import { sendOrQueue } from '#kernel/mail/unsent-mail.ts'
import type { Auth } from '../auth.ts'

/**
 * Sends after the transaction committed, without making the caller wait: the mail server's time would tell who has an
 * account. A mail that cannot be sent now goes out once the mail server is back.
 */
export function sendQuietly(auth: Auth, ...mails: (Mail | undefined)[]): void {
  for (const mail of mails)
    if (mail)
      sendOrQueue(auth.kernel, mail).catch((error: unknown) =>
        auth.kernel.log.error({ error: String(error) }, 'a mail was neither sent nor queued'),
      )
}
