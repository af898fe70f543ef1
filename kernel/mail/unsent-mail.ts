import type { Kernel } from '../kernel.ts'
import type { Letters } from '../unit.ts'
import { queueLetter } from './letter-jobs.ts'
import type { Mail } from './mailer.ts'

/** What the job's text is sealed for. */
const PLACE = 'unsent-mail'
/** Seconds after which a mail has no use any more: its link or code has expired. */
const USEFUL_SECONDS = 3600

/**
 * Sends a mail now, since somebody waits for its code, and queues it when the mail server does not take it: it goes out
 * once the server is back. The queued mail is sealed, because it holds the code. A recipient that the mail server refuses
 * is not tried again.
 * @param usefulSeconds for how long the queue tries
 * @throws {Error} only when the mail can be neither sent nor queued
 */
export async function sendOrQueue(kernel: Kernel, mail: Mail, usefulSeconds = USEFUL_SECONDS): Promise<void> {
  try {
    await kernel.mail.send(mail)
  } catch (error) {
    kernel.log.warn({ error: String(error) }, 'the mail server did not take a mail')
    if (isRefusedRecipient(error)) return
    const until = new Date(Date.now() + usefulSeconds * 1000).toISOString()
    const sealed = kernel.sealer.seal(JSON.stringify(mail), PLACE)
    await kernel.database.asService('queue a mail that could not be sent', (db) =>
      queueLetter(kernel, db, 'unsent-mail', { sealed, until }),
    )
  }
}

/** The letters of these jobs: the mail as it was written, until it is of no use. */
export const unsentMail: Letters = {
  async 'unsent-mail'(kernel: Kernel, { sealed, until }: { sealed: string; until: string }) {
    if (Date.parse(until) < Date.now()) return undefined
    return JSON.parse(kernel.sealer.open(sealed, PLACE)) as Mail
  },
}

/**
 * Whether the mail server refuses the recipient for good: 5xx (RFC 5321, section 4.2.1) to RCPT. nodemailer's EENVELOPE alone
 * means temporary refusals as well, such as greylisting.
 */
function isRefusedRecipient(error: unknown): boolean {
  const {
    code,
    command,
    responseCode = 0,
  } = error as { code?: string; command?: string; responseCode?: number }
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500
}
