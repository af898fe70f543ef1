import type { Mail } from '#kernel/mail/mailer.ts'
import type { Auth } from '../auth.ts'

/**
 * Sends without being waited for, after the transaction committed: the mail server's time would tell who has an
 * account, and a notice that cannot be sent undoes nothing. A failure is logged without the address.
 */
export function sendQuietly(auth: Auth, ...mails: (Mail | undefined)[]): void {
  for (const mail of mails)
    if (mail)
      auth.kernel.mail
        .send(mail)
        .catch((error: unknown) => auth.kernel.log.error({ error: String(error) }, 'a mail was not sent'))
}
