import { randomUUID } from 'node:crypto'
import type { Kernel } from '#kernel/kernel.ts'
import { sendOnce } from './attempt.ts'
import type { Outcome } from './attempt.ts'
import { RENEW_MS, releaseLease, readyDeliveries, renewLease, takeLease } from './lease.ts'
import type { DueDelivery, Target } from './lease.ts'
import { recordAttempt } from './record.ts'
import { verdictOf } from './verdict.ts'
import type { WebhookKey } from './webhook-settings.ts'

const MOST_IN_FLIGHT = 5

/** Delivers to one endpoint until nothing is ready, unless another process already does. */
export interface Drain {
  /** Checks again: something may be ready. */
  nudge(): void
  /** True when it was notified after its last check. */
  done: Promise<boolean>
}

/**
 * @param ending aborted when the process shuts down: attempts in flight get a grace period, and no new ones
 *   start
 */
export function drain(kernel: Kernel, key: WebhookKey, ending: AbortSignal): Drain {
  let wake: () => void = () => undefined
  let nudged = false
  const nudge = () => {
    nudged = true
    wake()
  }
  ending.addEventListener('abort', nudge, { once: true })
  const pause = () =>
    new Promise<void>((resolve) => {
      if (nudged) return resolve()
      const timer = setTimeout(resolve, RENEW_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    const leaseId = randomUUID()
    let target = await takeLease(kernel, key, leaseId)
    if (!target) return
    const onTheirWay = new Map<string, Promise<void>>()
    // After a failure to record, nothing more is sent, and the lease is left to expire. Releasing it would
    // start the next drain immediately, which would resend the unrecorded deliveries without a delay.
    const faults: unknown[] = []
    const begin = (due: DueDelivery, to: Target) => {
      const sent = attempt(kernel, key, to, due)
        .catch((error: unknown) => {
          faults.push(error)
          kernel.log.error({ webhook: key.id, err: error }, 'a webhook attempt was not recorded')
        })
        .finally(() => {
          onTheirWay.delete(due.message.id)
          nudge()
        })
      onTheirWay.set(due.message.id, sent)
    }
    let left = false
    try {
      while (target && !ending.aborted && !faults.length) {
        nudged = false
        const room = (target.failing ? 1 : MOST_IN_FLIGHT) - onTheirWay.size
        const ids = [...onTheirWay.keys()]
        const due =
          room > 0
            ? await kernel.database.asService('job: list due webhooks', (db) =>
                readyDeliveries(db, key, ids, room),
              )
            : []
        for (const one of due) begin(one, target)
        if (onTheirWay.size) await pause()
        else left = await releaseLease(kernel, key, leaseId, false)
        if (left) return
        target = await renewLease(kernel, key, leaseId)
      }
    } catch (error) {
      faults.push(error)
      throw error
    } finally {
      await Promise.all(onTheirWay.values())
      if (!left && !faults.length) await releaseLease(kernel, key, leaseId, true).catch(() => undefined) // the lease expires anyway
    }
  }

  const done = run()
    .catch((error: unknown) =>
      kernel.log.warn({ webhook: key.id, error: String(error) }, 'webhooks wait for the next check'),
    )
    .then(() => {
      ending.removeEventListener('abort', nudge)
      return nudged
    })
  return { nudge, done }
}

/**
 * Sends a delivery once and records the outcome. Any exception counts as a failed attempt: it waits for its
 * delay and eventually disables the endpoint.
 * @throws when the database cannot record the outcome at all
 */
async function attempt(kernel: Kernel, key: WebhookKey, to: Target, { message, failures }: DueDelivery) {
  const started = performance.now()
  const outcome = await sendOnce(kernel, to.url, to.secrets, message).catch((error: unknown): Outcome => {
    kernel.log.error({ webhook: key.id, err: error }, 'a webhook attempt failed in an unforeseen way')
    return { ...UNFORESEEN, durationMs: Math.round(performance.now() - started) }
  })
  const verdict = verdictOf(outcome, failures, Math.random())
  const record = (recorded: Outcome) => recordAttempt(kernel, key, message.id, recorded, verdict)
  await record(outcome).catch((error: unknown) => {
    kernel.log.warn({ webhook: key.id, err: error }, 'a webhook attempt is recorded without its response')
    return record({ ...outcome, answer: null })
  })
}

const UNFORESEEN = {
  status: null,
  answer: null,
  error: 'The request could not be completed',
  retryAfter: undefined,
}
