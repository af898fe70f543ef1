import type { Kernel } from '../kernel.ts'
import type { Letters } from '../unit.ts'
import { queueEmail } from './letter-jobs.ts'
import type { Mail } from './mailer.ts'

/** Sealing place of the job's content. */
const PLACE = 'unsent-mail'
/** Seconds after which an email is useless, because its link or code has expired. */
const USEFUL_SECONDS = 3600

/**
 * Sends an email immediately, because a user is waiting for its code. If the email server is unavailable, the email is
 * queued and sent once the server is back. The queued email is sealed, because it contains the code. It is not retried
 * if the email server rejects the recipient.
 * @param usefulSeconds how long the queue retries
 * @throws {Error} only when the email can be neither sent nor queued
 */
export async function sendOrQueue(kernel: Kernel, mail: Mail, usefulSeconds = USEFUL_SECONDS): Promise<void> {
  try {
    await kernel.mail.send(mail)
  } catch (error) {
    kernel.log.warn({ error: String(error) }, 'the email server did not accept an email')
    if (isRefusedRecipient(error)) return
    const until = new Date(Date.now() + usefulSeconds * 1000).toISOString()
    const sealed = kernel.sealer.seal(JSON.stringify(mail), PLACE)
    await kernel.database.asService('server: queue an email that could not be sent', (db) =>
      queueEmail(kernel, db, 'unsent-mail', { sealed, until }),
    )
  }
}

/** The letters of these jobs: the email as it was first rendered, until it expires. */
export const unsentMail: Letters = {
  async 'unsent-mail'(kernel: Kernel, { sealed, until }: { sealed: string; until: string }) {
    if (Date.parse(until) < Date.now()) return undefined
    return JSON.parse(kernel.sealer.open(sealed, PLACE)) as Mail
  },
}

/**
 * Whether the email server permanently rejects the recipient: 5xx (RFC 5321, section 4.2.1) to RCPT. nodemailer's
 * EENVELOPE alone also covers temporary failures, such as greylisting.
 */
function isRefusedRecipient(error: unknown): boolean {
  const {
    code,
    command,
    responseCode = 0,
  } = error as { code?: string; command?: string; responseCode?: number }
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500
}
