// npm run campaign fuzz [requests]: runs the fuzz tests of the data API with more requests, 200,000 in total
// by default. FUZZ_SEED sets the random seed. Each test prints a summary.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const total = Number(process.argv[2] ?? 200_000)
if (!Number.isInteger(total) || total < 2) {
  console.error('npm run campaign fuzz [requests]: how many requests, a whole number')
  process.exit(1)
}
const files = ['fuzz', 'differential', 'embedding-fuzz', 'embedding-differential', 'records/record-fuzz'].map(
  (name) => `services/rest/${name}.test.ts`,
)
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_REQUESTS: String(Math.ceil(total / files.length)),
    FUZZ_SHOW: '1',
    BB_TEST_TIMEOUT: '3600000',
  },
})
process.exit(status ?? 1)
