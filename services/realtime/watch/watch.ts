import type { RealtimeComponents } from '../components.ts'
import { type FullName, keyOf } from '../hub.ts'
import type { ProcessLease } from '../presence/process-lease.ts'
import type { Sockets } from '../sockets/sockets.ts'
import { checkRights, checkSessions, reportMissed, sessionEnded } from './channel-checks.ts'
import { removeProcesses, renewProcessNumber } from './process-number.ts'
import {
  IDLE,
  reduceWatch,
  type Repair,
  type Task,
  type WatchEffect,
  type WatchEvent,
} from './watch-state.ts'

/** Milliseconds between checks for processes that died without notice. */
const SWEEP_MS = 1_000
/** Milliseconds between checks for silent sockets. */
const SILENCE_CHECK_MS = 5_000
/**
 * Milliseconds between checks of state that changes without a notification: session rules, policies, parcels.
 */
const REVIEW_MS = 30_000

const FAILURES: Record<Task, string> = {
  sweep: 'could not check for dead processes',
  silence: 'could not check for silent sockets',
  review: 'could not check channels',
}

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
  const work = createWork(parts, sockets, lease)
  const timers: NodeJS.Timeout[] = []
  let state = IDLE
  /** Settles when the last attempt to start has. */
  let starting = Promise.resolve()
  let leaving = Promise.resolve()

  function dispatch(event: WatchEvent): void {
    const next = reduceWatch(state, event)
    state = next.state
    for (const effect of next.effects) run(effect)
  }

  function run(effect: WatchEffect): void {
    switch (effect.type) {
      case 'connect':
        starting = connect()
        return
      case 'startTimers':
        return startTimers()
      case 'run':
        return void runTask(effect.task, effect.repair)
      case 'reportMissed':
        return work.reportMissed(effect.name)
      case 'reloadPresences':
        return work.reloadPresences()
      case 'leave':
        timers.forEach(clearInterval)
        leaving = work.leave()
    }
  }

  async function connect(): Promise<void> {
    try {
      await work.connect()
    } catch (error) {
      dispatch({ type: 'startFailed' })
      throw error
    }
    dispatch({ type: 'started' })
  }

  function startTimers(): void {
    const intervals: Record<Task, number> = {
      sweep: SWEEP_MS,
      silence: Math.min(SILENCE_CHECK_MS, parts.limits.silenceMs / 2),
      review: REVIEW_MS,
    }
    for (const task of ['sweep', 'silence', 'review'] as const)
      timers.push(setInterval(() => dispatch({ type: 'due', task }), intervals[task]).unref())
  }

  async function runTask(task: Task, repair: Repair): Promise<void> {
    dispatch({ type: 'finished', task, repair: await work.runTask(task, repair) })
  }

  return {
    start() {
      dispatch({ type: 'start' })
      return starting
    },
    afterReconnect: () => dispatch({ type: 'reconnected' }),
    messageLost: (name) => dispatch({ type: 'messageLost', name }),
    outboxLost: () => dispatch({ type: 'outboxLost' }),
    stop() {
      dispatch({ type: 'stop' })
      return leaving
    },
  }
}

/** The work behind the effects. What fails because the database is unavailable is repeated later anyway. */
function createWork(parts: RealtimeComponents, sockets: Sockets, lease: ProcessLease) {
  const { kernel, log, presences, fanOut } = parts
  const unsubscribers: (() => void)[] = []
  let listening: Promise<void> | undefined

  const attempt = (failure: string, work: () => Promise<unknown>) =>
    work().catch((error: Error) => log.warn({ error: error.message }, failure))

  async function listen(): Promise<void> {
    await fanOut.start()
    const { database } = kernel
    const session = (id: string) =>
      attempt('could not check a session', () => sessionEnded(kernel, sockets, id))
    const tenant = (key: string) => attempt('could not check a key', () => sockets.checkKeys(key))
    unsubscribers.push(
      await database.listen('session_ended', (id) => void session(id)),
      await database.listen('tenant_changed', (key) => void tenant(key)),
    )
  }

  async function repairNow(repair: Repair): Promise<void> {
    if (repair === 'nothing') return
    await renewProcessNumber(parts, lease)
    if (repair !== 'everything') return
    await presences.refill()
    await checkSessions(kernel, sockets)
    await sockets.checkKeys()
  }

  async function review(): Promise<void> {
    await checkSessions(kernel, sockets)
    await checkRights(sockets, REVIEW_MS)
    await sockets.checkKeys()
    await fanOut.tidy()
    removeProcesses(parts, await lease.sweepOrphans())
  }

  return {
    async connect() {
      await (listening ??= listen())
      await lease.take()
    },
    /** Never rejects. @returns what could not be repaired */
    async runTask(task: Task, repair: Repair): Promise<Repair> {
      let unrepaired = repair
      await attempt(FAILURES[task], async () => {
        if (task === 'silence') return sockets.closeSilent()
        if (task === 'review') return review()
        await repairNow(repair)
        unrepaired = 'nothing'
        removeProcesses(parts, await lease.sweep())
      })
      return unrepaired
    },
    reportMissed(name?: FullName): void {
      const channels = [...sockets.channels()]
      reportMissed(name ? channels.filter((channel) => keyOf(channel.name) === keyOf(name)) : channels)
    },
    reloadPresences(): void {
      void attempt('could not reload presences', () => presences.refill())
    },
    async leave(): Promise<void> {
      unsubscribers.forEach((unsubscribe) => unsubscribe())
      if (lease.id) fanOut.send({ kind: 'gone', process: lease.id })
      await fanOut.drained() // includes messages sent by HTTP, without a socket
      if (!lease.id) return
      await attempt('could not notify the other processes of the shutdown', () => lease.release(lease.id))
    },
  }
}
