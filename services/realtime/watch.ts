import type { Claims } from '#kernel/db/claims.ts'
import type { Channel } from './channels/channel.ts'
import { noLonger } from './channels/channel.ts'
import { mayRead } from './channels/rights.ts'
import { keyOf } from './hub.ts'
import type { FullName } from './hub.ts'
import type { Parts } from './parts.ts'
import type { ProcessLease } from './presence/process-lease.ts'
import type { Sockets } from './sockets/sockets.ts'

/** Milliseconds between looks for processes that ended without a word. */
const SWEEP = 1_000
/** Milliseconds between looks at sockets that say nothing. */
const SILENCE = 5_000
/** Milliseconds between looks at what nobody tells of: rules of sessions, policies, parcels. */
const ROUND = 30_000

export interface Watch {
  /** Begins with the first socket; tried again by the next one when it fails. */
  start(): Promise<void>
  /** The notification connection was away, and is back. */
  afterGap(): void
  /** What somebody said in this channel did not get here. */
  missed(name: FullName): void
  /** What this process wrote of its people did not get through. */
  unsaid(): void
  stop(): Promise<void>
}

/** Looks after what happens elsewhere: sessions that end, keys that change, processes that die, words that get lost. */
export function keepWatch(parts: Parts, sockets: Sockets, lease: ProcessLease): Watch {
  const { kernel, log, presences, fanOut } = parts
  const timers: NodeJS.Timeout[] = []
  const ended: (() => void)[] = []
  let listening: Promise<void> | undefined
  let started: Promise<void> | undefined
  /** What is to be put right, as soon as the database can be asked. */
  let wrong: 'nothing' | 'rows' | 'everything' = 'nothing'
  let stopped = false
  let soon = async () => undefined as void

  /** Work that may fail while the database is away, and is done again later anyway. */
  const attempt = (what: string, work: () => Promise<unknown>) =>
    work().catch((error: Error) => log.warn({ error: error.message }, what))

  /**
   * One after the other, however slow the database is.
   * @returns does it now, unless it is under way
   */
  function every(milliseconds: number, what: string, work: () => Promise<unknown>): () => Promise<void> {
    let busy = false
    const now = async () => {
      if (busy || stopped) return
      busy = true
      await attempt(what, work)
      busy = false
    }
    timers.push(setInterval(() => void now(), milliseconds).unref())
    return now
  }

  function tellMissed(channels: Iterable<Channel>): void {
    for (const channel of channels)
      channel.system('error', 'Messages may have been missed: the connection to the other servers was lost')
  }

  async function checkSession(channels: Channel[], id: string): Promise<void> {
    kernel.sessions.forget([id])
    const standing = await kernel.sessions.standing(channels[0]!.claims)
    if (standing !== 'alive')
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
      if (!channel.rights.fresh(ROUND) && !mayRead(await channel.rights.renew()))
        channel.end(noLonger(channel.name.topic))
  }

  async function sweep(): Promise<void> {
    const what = wrong
    wrong = 'nothing'
    if (what !== 'nothing')
      await recover(what === 'everything').catch((error: unknown) => {
        wrong = what
        throw error
      })
    gone(await lease.sweep())
  }

  /**
   * A new number, under which all who are connected here are written again: what is left under the old one is nobody.
   * @param all what other processes said is read again too
   */
  async function recover(all: boolean): Promise<void> {
    const old = lease.id
    await lease.take()
    presences.writeAgain()
    await fanOut.drained()
    await lease.give(old)
    fanOut.send({ kind: 'gone', process: old })
    if (!all) return
    await presences.refill()
    await checkSessions()
    await sockets.checkKeys()
  }

  function gone(processes: number[]): void {
    for (const process of processes) {
      log.warn({ process }, 'a server process is gone: whoever was connected to it is not present any more')
      presences.apply({ kind: 'gone', process })
      fanOut.send({ kind: 'gone', process })
    }
  }

  async function listen(): Promise<void> {
    await fanOut.start()
    const { database } = kernel
    const session = (id: string) => attempt('a session could not be checked', () => sessionEnded(id))
    const tenant = (key: string) => attempt('a key could not be checked', () => sockets.checkKeys(key))
    ended.push(
      await database.listen('session_ended', (id) => void session(id)),
      await database.listen('tenant_changed', (key) => void tenant(key)),
    )
  }

  async function begin(): Promise<void> {
    await (listening ??= listen())
    await lease.take()
    soon = every(SWEEP, 'processes could not be looked after', sweep)
    every(Math.min(SILENCE, parts.limits.silence / 2), 'sockets could not be looked after', async () =>
      sockets.closeSilent(),
    )
    every(ROUND, 'channels could not be looked after', async () => {
      await checkSessions()
      await checkRights()
      await sockets.checkKeys()
      await fanOut.tidy()
      gone(await lease.sweepOrphans())
    })
  }

  return {
    start: () =>
      (started ??= begin().catch((error: unknown) => {
        started = undefined
        throw error
      })),
    unsaid: () => void (wrong = wrong === 'everything' ? wrong : 'rows'),
    afterGap() {
      if (stopped || !started) return
      wrong = 'everything'
      tellMissed(sockets.channels())
      void soon()
    },
    missed(name) {
      tellMissed([...sockets.channels()].filter((channel) => keyOf(channel.name) === keyOf(name)))
      void attempt('presences could not be read again', () => presences.refill())
    },
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      ended.forEach((stop) => stop())
      if (lease.id) fanOut.send({ kind: 'gone', process: lease.id })
      await fanOut.drained() // what was sent by HTTP too, without a socket
      if (!lease.id) return
      await attempt('the other processes were not told of the end', () => lease.give(lease.id))
    },
  }
}
