// npm test: everything (check, then all tests), or only the files named: npm test -- kernel/tokens.test.ts
// Tests run on a throw-away PostgreSQL of their own; BB_TEST_DATABASE_URL (an owner with CREATEDB and CREATEROLE)
// puts them on another server. BB_TEST_TIMEOUT: milliseconds a file may take, for the long forms of some.
import { spawn } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '#kernel/db/embedded/cluster.ts'
import { contractCount } from '#testing/contract-count.ts'
import { readyCluster } from '#testing/ready-cluster.ts'
import { ROOT, ensureTemplate } from '#testing/test-cluster.ts'

const named = process.argv.slice(2)
const IGNORED = /^(node_modules|dist|\.data|\.tmp)\//

function filesToRun(): string[] {
  const patterns = named.length ? named : ['**/*.test.ts']
  const files = patterns.flatMap((pattern) =>
    globSync(pattern.endsWith('.ts') ? pattern : `${pattern}/**/*.test.ts`, { cwd: ROOT }),
  )
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !IGNORED.test(file))
    .toSorted(slowFirst)
}

/** Browser journeys first: the longest run beside the many short ones instead of after them. */
function slowFirst(a: string, b: string): number {
  return Number(b.startsWith('e2e/')) - Number(a.startsWith('e2e/')) || a.localeCompare(b)
}

function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** The check, when everything runs, and the screens, when somebody looks at them; both on the same throw-away database. */
async function prepared(files: string[]): Promise<boolean> {
  if (named.length === 0 && (await run(['scripts/check.ts'])) !== 0) return false
  const screens = files.some((file) => file.startsWith('e2e/') || file.startsWith('embed/'))
  return !screens || (await run(['scripts/build.ts', '--if-stale'])) === 0
}

async function main(): Promise<number> {
  const files = filesToRun()
  if (files.length === 0) {
    console.error(`No test file matches ${named.join(' ')}`)
    return 1
  }
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const folder = mkdtempSync(join(ROOT, '.tmp', 'postgres-'))
  // Passable: as root the database runs as another user.
  chmodSync(folder, 0o711)
  const cluster = process.env.BB_TEST_DATABASE_URL
    ? undefined
    : await startCluster({ folder: join(folder, 'data'), password: 'test', durable: false })
  if (cluster) process.env.BB_TEST_DATABASE_URL = cluster.ownerUrl('postgres')
  try {
    if (!(await prepared(files))) return 1
    const BB_TEST_TEMPLATE = await ensureTemplate()
    // Now, and not by two browser tests at once.
    if (files.some((file) => file.startsWith('e2e/'))) await readyCluster()
    const flags = [
      '--test',
      '--test-concurrency=3',
      `--test-timeout=${process.env.BB_TEST_TIMEOUT ?? 900_000}`,
      '--test-reporter=./scripts/test-reporter.ts',
      '--test-reporter-destination=stdout',
    ]
    const BB_CONTRACT_COUNT = join(folder, 'contract-count')
    const code = await run([...flags, ...files], { BB_TEST_TEMPLATE, BB_CONTRACT_COUNT, NODE_ENV: 'test' })
    const counted = contractCount(BB_CONTRACT_COUNT)
    if (counted) console.log(counted)
    return code
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exit(await main())
