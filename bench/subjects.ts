import { authSubject } from './auth.ts'
import { realtimeSubject } from './realtime.ts'
import { embedSubject } from './embed.ts'
import { growthSubject } from './growth.ts'
import type { CpuTime } from './cpu.ts'
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
  /** Milliseconds of CPU time that one of ours costs. */
  cpu?: CpuTime
}

export interface Subject {
  run(load: Load): Promise<Row[]>
  /** Seconds for what comes before the measurements, on a slow machine. */
  setUpSeconds: number
  /** Measurements of each round. */
  works: number
}

/** @returns false when the budget is missed, or nothing was measured */
export const holds = ({ measured, atLeast = -Infinity, atMost = Infinity }: Row): boolean =>
  measured >= atLeast && measured <= atMost

/** What can be measured, by the name it is asked for. */
export const subjects: Record<string, Subject> = {
  auth: { run: authSubject, setUpSeconds: 300, works: 5 },
  realtime: { run: realtimeSubject, setUpSeconds: 120, works: 3 },
  // A page takes several seconds where the network is slow, whatever the load says.
  embed: { run: embedSubject, setUpSeconds: 600, works: 14 },
  rest: { run: restSubject, setUpSeconds: 420, works: 7 },
  growth: { run: growthSubject, setUpSeconds: 900, works: 8 },
}

/** Seconds that a round of one measurement may take beyond its load: requests that are under way at its end. */
const SLACK_SECONDS = 2

/** Seconds that a subject may take; about twice what it takes on two busy cores. */
export const limitSeconds = ({ setUpSeconds, works }: Subject, { seconds, rounds }: Load): number =>
  setUpSeconds + works * (rounds + 1) * (seconds + SLACK_SECONDS)
