// npm run campaign bench [-- SUBJECT ...] [--seconds N] [--rounds N] [--limit SECONDS]: the budgets, as ratios taken in one run.
// Each subject has a time limit; --limit sets another. Progress goes to stderr, results to stdout.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSubject } from './subject-run.ts'
import type { Outcome } from './subject-run.ts'
import { holds, limitSeconds, subjects } from './subjects.ts'
import type { Row } from './subjects.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    limit: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !Object.hasOwn(subjects, name))
if (unknown.length) {
  console.error(`Unknown subject: ${unknown.join(', ')}. Choose from: ${Object.keys(subjects).join(', ')}`)
  process.exit(2)
}
const load = { inFlight: 8, seconds: Number(values.seconds), rounds: Number(values.rounds) }
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort())

const outcomes: Outcome[] = []
for (const name of positionals.length ? positionals : Object.keys(subjects)) {
  if (ended.signal.aborted) break
  const outcome = await runSubject({
    name,
    script: [
      join(import.meta.dirname, 'subject-process.ts'),
      name,
      String(load.seconds),
      String(load.rounds),
    ],
    limitSeconds: Number(values.limit ?? limitSeconds(subjects[name]!, load)),
    say: (line) => console.error(line),
    signal: ended.signal,
  })
  if (outcome.failure) console.error(`✖ ${name} ${outcome.failure}`)
  outcomes.push(outcome)
}

function print(row: Row): void {
  const { name, measured, atLeast, atMost, perSecond, detail, cpu } = row
  const budget = atLeast ?? atMost
  const bound =
    budget === undefined ? 'no budget' : `budget ${atMost ? '<= ' : ''}${Number(budget.toFixed(2))}`
  const figures = [
    detail ?? (perSecond === undefined ? '' : `${perSecond.toFixed(0)} per second`),
    cpu
      ? `CPU per request: server ${cpu.server.toFixed(2)} ms, PostgreSQL ${cpu.postgres.toFixed(2)} ms`
      : '',
  ]
  console.log(
    `${holds(row) ? '✔' : '✖'} ${name.padEnd(54)} ${measured.toFixed(2)} (${bound})  ${figures.filter(Boolean).join('; ')}`,
  )
}

const rows = outcomes.flatMap((outcome) => outcome.rows)
rows.forEach(print)
const missed = rows.filter((row) => !holds(row))
const failed = outcomes.filter(({ failure }) => failure !== undefined)
if (rows.length)
  console.log(
    missed.length ? `${missed.length} of ${rows.length} budgets missed` : `All ${rows.length} budgets met`,
  )
if (failed.length) console.log(`Not measured: ${failed.map(({ name }) => name).join(', ')}`)
process.exit(missed.length || failed.length || ended.signal.aborted ? 1 : 0)
