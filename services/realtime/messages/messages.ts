import type { Kernel } from '#kernel/kernel.ts'
import { openFeed } from '../feed/transaction-feed.ts'
import type { Hub, Messages } from '../ports.ts'
import { channelRights } from './channel-rights.ts'
import { replay } from './replay.ts'
import { store } from './store.ts'
import { sweepMessages } from './sweep.ts'
import { messagesOf } from './sent-messages.ts'

const SWEEP_MS = 10 * 60_000
/** Messages are stored for days, but one that is this late is not delivered any more. */
const LATE_MS = 10 * 60_000

/** Opens realtime.messages for this process, and delivers messages sent by the database to its hub. */
export function openMessages(kernel: Pick<Kernel, 'database' | 'log'>, hub: Hub): Messages {
  const { database, log } = kernel
  const feed = openFeed({
    database,
    log,
    channel: 'realtime_messages',
    table: 'realtime.messages',
    retentionMs: LATE_MS,
    async work(xacts) {
      for (const message of await messagesOf(database, xacts)) hub.deliver(message)
    },
    onLost: () => undefined,
  })
  const sweeping = setInterval(() => {
    sweepMessages(database).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'could not delete old messages'),
    )
  }, SWEEP_MS).unref()

  return {
    start: () => feed.start(),
    rights: (channel, claims) => channelRights(database, log, channel, claims),
    replay: (wanted, claims) => replay(database, wanted, claims),
    store: (message, claims) => store(database, message, claims),
    async close() {
      clearInterval(sweeping)
      await feed.close()
    },
  }
}
