import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import type { Letter, Letters, Unit } from '../unit.ts'
import { mailboxOf } from './mailbox.ts'

/** Job data of the queue `mail`: the kind of letter and the ids it refers to, never its content. */
interface LetterJob {
  letter: string
  [id: string]: string
}

/** Maximum emails per mailbox and hour from these jobs. Further ones are dropped and logged. */
const PER_MAILBOX = { points: 30, seconds: 3600 }

/**
 * Queues an email in the caller's transaction (role service_role). It is sent after the commit, and retried while the
 * email server is unavailable. A crash between sending and recording may send it twice.
 * @param letter a kind that some unit lists under `letters`
 * @param more.isBulk one of many, which are sent after everything else that waits, also of other tenants
 */
export function queueEmail(
  kernel: Pick<Kernel, 'jobs'>,
  db: Db,
  letter: string,
  ids: Record<string, string>,
  { isBulk = false }: { isBulk?: boolean } = {},
): Promise<void> {
  return kernel.jobs.send(db, 'mail', { ...ids, letter } satisfies LetterJob, isBulk ? { priority: -1 } : {})
}

/** Collects every unit's letters by kind. @throws {Error} when two units use the same kind */
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
 * Runs one job: the email is rendered from current data, outside of any transaction. A letter whose renderer throws 429
 * is dropped.
 * @throws {Error} for an unknown kind, and when the email server rejects the message
 */
export async function sendLetter(kernel: Kernel, letters: Letters, job: LetterJob): Promise<void> {
  const write = letters[job.letter]
  if (!write) throw new Error(`No unit writes a letter ${job.letter}`)
  let letter: Letter | undefined
  try {
    letter = await write(kernel, job as never)
    if (!letter) return
    await kernel.limits.take('mail.letter', mailboxOf(letter.to), PER_MAILBOX)
  } catch (refusal) {
    if (!(refusal instanceof AppError && refusal.status === 429)) throw refusal
    kernel.log.warn({ letter: job.letter }, 'too many letters to a mailbox, or of a tenant: one was dropped')
    return
  }
  const { onSent, ...email } = letter
  await kernel.mail.send(email)
  await onSent?.().catch((error: unknown) =>
    kernel.log.error({ letter: job.letter, err: error }, 'a sent email was not recorded'),
  )
}
