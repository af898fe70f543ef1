// npm run bench [-- SUBJECT ...] [--seconds N] [--rounds N]: the budgets, as ratios taken in one run.
import { parseArgs } from 'node:util'
import { holds, subjects } from './subjects.ts'
import type { Row } from './subjects.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
})
const unknown = positionals.filter((name) => !Object.hasOwn(subjects, name))
if (unknown.length) {
  console.error(`No subject ${unknown.join(', ')}. There are: ${Object.keys(subjects).join(', ')}`)
  process.exit(2)
}
const load = { inFlight: 8, seconds: Number(values.seconds), rounds: Number(values.rounds) }
const rows: Row[] = []
for (const name of positionals.length ? positionals : Object.keys(subjects))
  rows.push(...(await subjects[name]!(load)))

for (const row of rows) {
  const { name, measured, atLeast, atMost, perSecond, detail } = row
  const budget = atLeast ?? atMost
  const bound =
    budget === undefined ? 'no budget' : `budget ${atMost ? '<= ' : ''}${Number(budget.toFixed(2))}`
  const figures = detail ?? (perSecond === undefined ? '' : `${perSecond.toFixed(0)} a second`)
  console.log(`${holds(row) ? '✔' : '✖'} ${name.padEnd(54)} ${measured.toFixed(2)} (${bound})  ${figures}`)
}
const missed = rows.filter((row) => !holds(row))
console.log(
  missed.length ? `${missed.length} of ${rows.length} budgets missed` : `All ${rows.length} budgets hold`,
)
process.exit(missed.length ? 1 : 0)
