// npm run campaign prompt-attacks: asks for 300 passages as twelve kinds of people, and gives the assistant all 150 texts with instructions.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Of each kind of source and audience: 25 of each. */
const CANARIES_EACH = 12
const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), 'blocks/prompt/leaks.test.ts', 'blocks/prompt/injection.test.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PROMPT_CANARIES: String(CANARIES_EACH),
      PROMPT_ATTACKS: 'all',
      BB_TEST_TIMEOUT: '3600000',
    },
  },
)
process.exit(status ?? 1)
