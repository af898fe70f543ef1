import type { Claims } from '#kernel/db/claims.ts'
import type { Channel } from './channels/channel.ts'
import { readPermissionLost } from './channels/channel.ts'
import { mayRead } from './channels/rights.ts'
import { keyOf } from './hub.ts'
import type { FullName } from './hub.ts'
import type { RealtimeComponents } from './components.ts'
import type { ProcessLease } from './presence/process-lease.ts'
import type { Sockets } from './sockets/sockets.ts'

/** Milliseconds between checks for processes that died without notice. */
const SWEEP_MS = 1_000
/** Milliseconds between checks for silent sockets. */
const SILENCE_CHECK_MS = 5_000
/**
 * Milliseconds between checks of state that changes without a notification: session rules, policies, parcels.
 */
const REVIEW_MS = 30_000

export interface Watch {
  /** Starts with the first socket. If it fails, the next socket tries again. */
  start(): Promise<void>
  /** The notification connection was lost and is restored. */
  afterReconnect(): void
  /** A message for this channel did not arrive. */
  messageLost(name: FullName): void
  /** Presences that this process wrote were not delivered. */
  outboxLost(): void
  stop(): Promise<void>
}

/** Handles events elsewhere: ended sessions, changed keys, dead processes and lost notifications. */
export function createWatch(parts: RealtimeComponents, sockets: Sockets, lease: ProcessLease): Watch {
  const { kernel, log, presences, fanOut } = parts
  const timers: NodeJS.Timeout[] = []
  const ended: (() => void)[] = []
  let listening: Promise<void> | undefined
  let started: Promise<void> | undefined
  /** What has to be repaired as soon as the database is available. */
  let needsRepair: 'nothing' | 'rows' | 'everything' = 'nothing'
  let stopped = false
  let sweepNow = async () => undefined as void

  /** Runs work that may fail while the database is unavailable and is repeated later anyway. */
  const attempt = (failure: string, work: () => Promise<unknown>) =>
    work().catch((error: Error) => log.warn({ error: error.message }, failure))

  /**
   * Repeats work at an interval, never twice at the same time, however slow the database is.
   * @returns a function that runs it now, unless it is already running
   */
  function every(intervalMs: number, failure: string, work: () => Promise<unknown>): () => Promise<void> {
    let busy = false
    const now = async () => {
      if (busy || stopped) return
      busy = true
      await attempt(failure, work)
      busy = false
    }
    timers.push(setInterval(() => void now(), intervalMs).unref())
    return now
  }

  function notifyMissed(channels: Iterable<Channel>): void {
    for (const channel of channels)
      channel.system('error', 'Messages may have been missed: the connection to the other servers was lost')
  }

  async function checkSession(channels: Channel[], id: string): Promise<void> {
    kernel.sessions.forget([id])
    const state = await kernel.sessions.standing(channels[0]!.claims)
    if (state !== 'alive')
      for (const channel of channels) channel.end('The session has ended. Please sign in again.')
  }

  const bySession = () =>
    Map.groupBy(
      [...sockets.channels()].filter(({ claims }) => claims.session_id),
      ({ claims }) => (claims as Claims & { session_id: string }).session_id,
    )

  async function sessionEnded(id: string): Promise<void> {
    const channels = bySession().get(id)
    if (channels) await checkSession(channels, id)
  }

  async function checkSessions(): Promise<void> {
    for (const [id, channels] of bySession()) await checkSession(channels, id)
  }

  async function checkRights(): Promise<void> {
    for (const channel of sockets.channels())
      if (!channel.rights.isFresh(REVIEW_MS) && !mayRead(await channel.rights.renew()))
        channel.end(readPermissionLost(channel.name.topic))
  }

  async function sweep(): Promise<void> {
    const repair = needsRepair
    needsRepair = 'nothing'
    if (repair !== 'nothing')
      await recover(repair === 'everything').catch((error: unknown) => {
        needsRepair = repair
        throw error
      })
    removeProcesses(await lease.sweep())
  }

  /**
   * Takes a new process number and stores all connected presences under it. What remains under the old number
   * is no longer connected.
   * @param all also reload what other processes sent
   */
  async function recover(all: boolean): Promise<void> {
    const old = lease.id
    await lease.take()
    presences.rewrite()
    await fanOut.drained()
    await lease.release(old)
    fanOut.send({ kind: 'gone', process: old })
    if (!all) return
    await presences.refill()
    await checkSessions()
    await sockets.checkKeys()
  }

  function removeProcesses(deadProcesses: number[]): void {
    for (const process of deadProcesses) {
      log.warn({ process }, 'a server process died: its users are no longer present')
      presences.apply({ kind: 'gone', process })
      fanOut.send({ kind: 'gone', process })
    }
  }

  async function listen(): Promise<void> {
    await fanOut.start()
    const { database } = kernel
    const session = (id: string) => attempt('could not check a session', () => sessionEnded(id))
    const tenant = (key: string) => attempt('could not check a key', () => sockets.checkKeys(key))
    ended.push(
      await database.listen('session_ended', (id) => void session(id)),
      await database.listen('tenant_changed', (key) => void tenant(key)),
    )
  }

  async function startWatch(): Promise<void> {
    await (listening ??= listen())
    await lease.take()
    sweepNow = every(SWEEP_MS, 'could not check for dead processes', sweep)
    every(
      Math.min(SILENCE_CHECK_MS, parts.limits.silenceMs / 2),
      'could not check for silent sockets',
      async () => sockets.closeSilent(),
    )
    every(REVIEW_MS, 'could not check channels', async () => {
      await checkSessions()
      await checkRights()
      await sockets.checkKeys()
      await fanOut.tidy()
      removeProcesses(await lease.sweepOrphans())
    })
  }

  return {
    start: () =>
      (started ??= startWatch().catch((error: unknown) => {
        started = undefined
        throw error
      })),
    outboxLost: () => void (needsRepair = needsRepair === 'everything' ? needsRepair : 'rows'),
    afterReconnect() {
      if (stopped || !started) return
      needsRepair = 'everything'
      notifyMissed(sockets.channels())
      void sweepNow()
    },
    messageLost(name) {
      notifyMissed([...sockets.channels()].filter((channel) => keyOf(channel.name) === keyOf(name)))
      void attempt('could not reload presences', () => presences.refill())
    },
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      ended.forEach((stop) => stop())
      if (lease.id) fanOut.send({ kind: 'gone', process: lease.id })
      await fanOut.drained() // includes messages sent by HTTP, without a socket
      if (!lease.id) return
      await attempt('could not notify the other processes of the shutdown', () => lease.release(lease.id))
    },
  }
}
