// npm run campaign library-crawl [items]: reads everything of a library with 300 gated items as twelve kinds of people.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const items = Number(process.argv[2] ?? 300)
if (!Number.isInteger(items) || items < 24) {
  console.error('npm run campaign library-crawl [items]: how many items, a whole number from 24 on')
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), 'blocks/library/crawl.test.ts'],
  { stdio: 'inherit', env: { ...process.env, LIBRARY_ITEMS: String(items), BB_TEST_TIMEOUT: '3600000' } },
)
process.exit(status ?? 1)
