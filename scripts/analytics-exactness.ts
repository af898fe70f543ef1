// npm run campaign analytics [EVENTS]: stores 1,000,000 generated events, and compares every figure with an independent model's.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const events = Number(process.argv[2] ?? 1_000_000)
if (!Number.isInteger(events) || events < 1000) {
  console.error('npm run campaign analytics [EVENTS]: how many events, a whole number from 1000 on')
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), 'blocks/analytics/exactness.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, ANALYTICS_EVENTS: String(events), BB_TEST_TIMEOUT: '7200000' },
  },
)
process.exit(status ?? 1)
