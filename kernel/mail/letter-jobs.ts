import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import type { Letters, Unit } from '../unit.ts'
import type { Mail } from './mailer.ts'

/** What a job of the queue `mail` carries: which letter, and the ids of what it is about, never its words. */
interface LetterJob {
  letter: string
  [id: string]: string
}

/** Letters that one mailbox gets from these jobs within an hour; what comes beyond is dropped, and logged. */
const PER_MAILBOX = { points: 30, seconds: 3600 }

/**
 * Queues one letter to one person in the caller's transaction (role service_role): it is sent once that commits, and
 * tried again while the mail server is away. A crash between sending and remembering may send it twice.
 * @param letter a kind that some unit lists under `letters`
 */
export function queueLetter(
  kernel: Pick<Kernel, 'jobs'>,
  db: Db,
  letter: string,
  ids: Record<string, string>,
): Promise<void> {
  return kernel.jobs.send(db, 'mail', { ...ids, letter } satisfies LetterJob)
}

/** Every unit's letters by kind. @throws {Error} when two units call theirs the same */
export function lettersOf(units: Pick<Unit, 'letters'>[]): Letters {
  const all: Letters = {}
  for (const { letters = {} } of units)
    for (const [kind, write] of Object.entries(letters)) {
      if (Object.hasOwn(all, kind)) throw new Error(`Two units list a letter ${kind}`)
      all[kind] = write
    }
  return all
}

/**
 * Works one job: the letter is written from what is true now, outside of any transaction.
 * A letter whose writer refuses with 429 is dropped.
 * @throws {Error} for a kind that nobody writes, and when the mail server does not take it
 */
export async function sendLetter(kernel: Kernel, letters: Letters, job: LetterJob): Promise<void> {
  const write = letters[job.letter]
  if (!write) throw new Error(`No unit writes a letter ${job.letter}`)
  let mail: Mail | undefined
  try {
    mail = await write(kernel, job as never)
    if (!mail) return
    await kernel.limits.take('mail.letter', mailboxOf(mail.to), PER_MAILBOX)
  } catch (refusal) {
    if (!(refusal instanceof AppError && refusal.status === 429)) throw refusal
    kernel.log.warn({ letter: job.letter }, 'too many letters to a mailbox, or of a tenant: one was dropped')
    return
  }
  await kernel.mail.send(mail)
}

/** Buyers type their address at a checkout: other letters and labels behind a plus are the same mailbox. */
const mailboxOf = (address: string) => address.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')
