import { audienceSubject } from './audience.ts'
import { authSubject } from './auth.ts'
import { realtimeSubject } from './realtime.ts'
import { embedSubject } from './embed.ts'
import { gridSubject } from './grid.ts'
import { growthSubject } from './growth.ts'
import type { CpuTime } from './cpu.ts'
import type { Load } from './measure.ts'
import { recordsSubject, tablesSubject } from './records.ts'
import { writersSubject } from './writers.ts'
import { restSubject } from './rest.ts'

/** One budget and what was measured. */
export interface Row {
  name: string
  /** A ratio, or a weight. */
  measured: number
  /** The budget, as a minimum or a maximum. A row with neither is for comparison only. */
  atLeast?: number
  atMost?: number
  /** Our own rate in this run; comparable on the same machine only. */
  perSecond?: number
  /** The figures behind the ratio, for the reader. */
  detail?: string
  /** CPU milliseconds that one of our requests costs. */
  cpu?: CpuTime
}

export interface Subject {
  run(load: Load): Promise<Row[]>
  /** Seconds of setup before the measurements, on a slow machine. */
  setUpSeconds: number
  /** Number of measurements in each round. */
  works: number
}

/** @returns false when the budget is missed, or nothing was measured */
export const holds = ({ measured, atLeast = -Infinity, atMost = Infinity }: Row): boolean =>
  measured >= atLeast && measured <= atMost

/** The subjects by their names on the command line. */
export const subjects: Record<string, Subject> = {
  auth: { run: authSubject, setUpSeconds: 300, works: 5 },
  realtime: { run: realtimeSubject, setUpSeconds: 120, works: 3 },
  // A page takes several seconds on a slow network, whatever the length of a measurement.
  embed: { run: embedSubject, setUpSeconds: 600, works: 14 },
  rest: { run: restSubject, setUpSeconds: 420, works: 7 },
  audience: { run: audienceSubject, setUpSeconds: 180, works: 2 },
  // Fills a million rows twice.
  records: { run: recordsSubject, setUpSeconds: 900, works: 10 },
  // Imports a file of 100,000 rows, which may take a minute.
  grid: { run: gridSubject, setUpSeconds: 420, works: 2 },
  writers: { run: writersSubject, setUpSeconds: 240, works: 6 },
  // Adds 300,000 tables.
  tables: { run: tablesSubject, setUpSeconds: 1800, works: 2 },
  growth: { run: growthSubject, setUpSeconds: 900, works: 8 },
}

/** Seconds that a measurement may exceed its load, for requests that are in flight at its end. */
const SLACK_SECONDS = 2

/** A subject's time limit in seconds; about twice what it takes on two busy cores. */
export const limitSeconds = ({ setUpSeconds, works }: Subject, { seconds, rounds }: Load): number =>
  setUpSeconds + works * (rounds + 1) * (seconds + SLACK_SECONDS)
