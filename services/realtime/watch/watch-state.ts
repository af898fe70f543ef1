// The state machine of a process's watch over events elsewhere. It is pure: `watch.ts` runs its effects.
import type { FullName } from '../hub.ts'

/** What has to be repaired as soon as the database is available: nothing, this process's rows, or all state. */
export type Repair = 'nothing' | 'rows' | 'everything'
/** Work that repeats. `sweep` also repairs. */
export type Task = 'sweep' | 'silence' | 'review'

export interface WatchState {
  phase: 'idle' | 'starting' | 'watching' | 'stopped'
  needsRepair: Repair
  /** A task never runs twice at the same time, however slow the database is. */
  running: readonly Task[]
}

export const IDLE: WatchState = { phase: 'idle', needsRepair: 'nothing', running: [] }

export type WatchEvent =
  | { type: 'start' }
  | { type: 'started' }
  | { type: 'startFailed' }
  /** The notification connection was lost and is restored. */
  | { type: 'reconnected' }
  /** A message for this channel did not arrive. */
  | { type: 'messageLost'; name: FullName }
  /** Presences that this process wrote were not delivered. */
  | { type: 'outboxLost' }
  | { type: 'due'; task: Task }
  /** `repair` is what the task should have repaired and could not. */
  | { type: 'finished'; task: Task; repair: Repair }
  | { type: 'stop' }

export type WatchEffect =
  /** Listens to the other processes and takes a process number. Reports `started` or `startFailed`. */
  | { type: 'connect' }
  | { type: 'startTimers' }
  /** Reports `finished`. */
  | { type: 'run'; task: Task; repair: Repair }
  /** Reports to clients that messages may be missing: of one channel, or of all. */
  | { type: 'reportMissed'; name?: FullName }
  | { type: 'reloadPresences' }
  /** Stops timers and notifications, and removes this process from the processes. */
  | { type: 'leave' }

export interface WatchTransition {
  state: WatchState
  /** In the order in which they run, after the state has changed. */
  effects: WatchEffect[]
}

/** The next state of the watch, and what has to be done. After `stop` nothing starts anymore. */
export function reduceWatch(state: WatchState, event: WatchEvent): WatchTransition {
  const { phase } = state
  switch (event.type) {
    case 'start':
      return phase === 'idle' ? to({ ...state, phase: 'starting' }, { type: 'connect' }) : to(state)
    case 'started':
      return phase === 'starting' ? to({ ...state, phase: 'watching' }, { type: 'startTimers' }) : to(state)
    case 'startFailed':
      return to(phase === 'starting' ? { ...state, phase: 'idle' } : state)
    case 'reconnected': {
      if (phase === 'idle' || phase === 'stopped') return to(state)
      const swept = startTask({ ...state, needsRepair: 'everything' }, 'sweep')
      return to(swept.state, { type: 'reportMissed' }, ...swept.effects)
    }
    case 'messageLost':
      return to(state, { type: 'reportMissed', name: event.name }, { type: 'reloadPresences' })
    case 'outboxLost':
      return to({ ...state, needsRepair: larger(state.needsRepair, 'rows') })
    case 'due':
      return startTask(state, event.task)
    case 'finished':
      return to({
        ...state,
        needsRepair: larger(state.needsRepair, event.repair),
        running: state.running.filter((task) => task !== event.task),
      })
    case 'stop':
    default:
      return phase === 'stopped' ? to(state) : to({ ...state, phase: 'stopped' }, { type: 'leave' })
  }
}

function startTask(state: WatchState, task: Task): WatchTransition {
  if (state.phase !== 'watching' || state.running.includes(task)) return to(state)
  const running = [...state.running, task]
  if (task !== 'sweep') return to({ ...state, running }, { type: 'run', task, repair: 'nothing' })
  const { needsRepair: repair } = state
  return to({ ...state, running, needsRepair: 'nothing' }, { type: 'run', task, repair })
}

const to = (state: WatchState, ...effects: WatchEffect[]): WatchTransition => ({ state, effects })

const SIZES: Record<Repair, number> = { nothing: 0, rows: 1, everything: 2 }
const larger = (a: Repair, b: Repair): Repair => (SIZES[a] > SIZES[b] ? a : b)
