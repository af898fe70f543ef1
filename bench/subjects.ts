import { authSubject } from './auth.ts'
import { realtimeSubject } from './realtime.ts'
import { growthSubject } from './growth.ts'
import type { Load } from './measure.ts'
import { restSubject } from './rest.ts'

/** One budget and what was measured. */
export interface Row {
  name: string
  /** A ratio. */
  measured: number
  /** The budget: the least ratio that is good enough. */
  atLeast: number
  /** Our own rate in this run; says something about this machine only. */
  perSecond: number
}

/** What can be measured, by the name it is asked for. */
export const subjects: Record<string, (load: Load) => Promise<Row[]>> = {
  auth: authSubject,
  realtime: realtimeSubject,
  rest: restSubject,
  growth: growthSubject,
}
