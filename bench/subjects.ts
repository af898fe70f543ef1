import { authSubject } from './auth.ts'
import { realtimeSubject } from './realtime.ts'
import { embedSubject } from './embed.ts'
import { growthSubject } from './growth.ts'
import type { Load } from './measure.ts'
import { restSubject } from './rest.ts'

/** One budget and what was measured. */
export interface Row {
  name: string
  /** A ratio, or a weight. */
  measured: number
  /** The budget: the least that is good enough, or the most. Neither: for comparison alone. */
  atLeast?: number
  atMost?: number
  /** Our own rate in this run; says something about this machine only. */
  perSecond?: number
  /** The figures behind it, which say no more. */
  detail?: string
}

/** @returns false when the budget is missed, or nothing was measured */
export const holds = ({ measured, atLeast = -Infinity, atMost = Infinity }: Row): boolean =>
  measured >= atLeast && measured <= atMost

/** What can be measured, by the name it is asked for. */
export const subjects: Record<string, (load: Load) => Promise<Row[]>> = {
  auth: authSubject,
  realtime: realtimeSubject,
  embed: embedSubject,
  rest: restSubject,
  growth: growthSubject,
}
