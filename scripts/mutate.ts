/**
 * Breaks the product in many small ways, one at a time, and expects a test to fail for each. `--policies`
 * drops each policy and grant and loosens each policy; with `--about`, only those whose statement contains this text, or one of several
 * separated by commas. `--strings` changes the cited string or constant of 30
 * random rows of the ledger (`--count N`; `--seed N` repeats the same rows). By default, both run.
 */
import { parseArgs } from 'node:util'
import { mutateRights } from './mutate/policies.ts'
import { mutateStrings } from './mutate/strings.ts'

const { values } = parseArgs({
  options: {
    policies: { type: 'boolean' },
    about: { type: 'string' },
    strings: { type: 'boolean' },
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const both = !values.policies && !values.strings

const survivors: string[] = []
if (both || values.policies) survivors.push(...(await mutateRights(values.about?.split(','))))
if (both || values.strings)
  survivors.push(...(await mutateStrings(Number(values.count), Number(values.seed))))
if (survivors.length) {
  console.error(`No test noticed ${survivors.length} changes`)
  process.exitCode = 1
}
