import type { Kernel } from '#kernel/kernel.ts'
import type { Logger } from '#kernel/log.ts'
import type { FanOut } from './fan-out/fan-out.ts'
import type { LocalHub } from './hub.ts'
import type { RealtimeLimits } from './limits.ts'
import type { ChangeSource, Messages } from './ports.ts'
import type { Presences } from './presence/presences.ts'
import type { Backlog } from './sockets/backlog.ts'

/** The components that realtime code works with. service.ts creates them once per process. */
export interface RealtimeComponents {
  kernel: Kernel
  log: Logger
  limits: RealtimeLimits
  hub: LocalHub
  fanOut: FanOut
  presences: Presences
  messages: Messages
  changes: ChangeSource
  /** Message rates of pools, over all their sockets in this process. */
  poolMessages: { take(pool: string, points?: number): boolean }
  /** Limits bytes to `bytesPerSecondOfPool`. */
  poolBytes: { take(pool: string, points: number): boolean }
  backlog: Backlog
  poolJoins: { take(pool: string): boolean }
}
