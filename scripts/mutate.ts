/**
 * Breaks the product in many small ways, one at a time: some test must notice each.
 * `--policies` takes away each policy and grant and loosens each policy; `--strings` falsifies the cited string or
 * constant of 30 random rows of the ledger (`--count N`, `--seed N` for the same rows again). Neither: both.
 */
import { parseArgs } from 'node:util'
import { mutateRights } from './mutate/policies.ts'
import { mutateStrings } from './mutate/strings.ts'

const { values } = parseArgs({
  options: {
    policies: { type: 'boolean' },
    strings: { type: 'boolean' },
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const both = !values.policies && !values.strings

const survivors: string[] = []
if (both || values.policies) survivors.push(...(await mutateRights()))
if (both || values.strings)
  survivors.push(...(await mutateStrings(Number(values.count), Number(values.seed))))
if (survivors.length) {
  console.error(`${survivors.length} changes went unnoticed`)
  process.exitCode = 1
}
