// npm test: runs everything (check, then all tests), or only the named files: npm test --
// kernel/tokens.test.ts Tests use a temporary PostgreSQL, or the server of BB_TEST_DATABASE_URL (an owner
// with CREATEDB and CREATEROLE). BB_TEST_TIMEOUT sets the milliseconds that a test may take, for long-running
// variants.
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run as runFiles } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startCluster } from '#kernel/db/embedded/cluster.ts'
import { contractCount } from '#testing/contract-count.ts'
import { newDataFolder } from '#testing/data-folder.ts'
import { endWithThisProcess } from '#testing/guardian/guard.ts'
import { endWithParent } from '#testing/guardian/end-with-parent.ts'
import { readyCluster } from '#testing/ready-cluster.ts'
import { ROOT, ensureTemplate } from '#testing/test-cluster.ts'
import { shareInstance } from '#testing/shared-instance.ts'
import { ensureTemporaryFolder } from '#testing/temporary-folder.ts'
import { ROOM_TO_START } from '#testing/test-instance.ts'
import { chromiumOfMachine } from '#testing/unpacked-chromium.ts'
import { groupTestFiles, isJourney, sharesInstance } from './test-groups.ts'
import { reporter } from './test-reporter.ts'

const named = process.argv.slice(2)
/** Time budget of a whole run on an idle machine with 2 cores. */
const BUDGET_MINUTES = 15
const IGNORED = /^(node_modules|dist|\.data|\.tmp)\//

function filesOf(pattern: string): string[] {
  return globSync(pattern.endsWith('.ts') ? pattern : `${pattern}/**/*.test.ts`, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !IGNORED.test(file))
}

/** The longest files, which start first so that none of them is still running at the end. */
const LONG = [
  'e2e/every-screen.test.ts',
  'scripts/new-block.test.ts',
  'e2e/hostile-content.test.ts',
  'e2e/gauntlet/chromium.test.ts',
  'e2e/studio-account.test.ts',
]

/** Reserves other files for the end: as many as would run beside this number of journeys. */
const AT_THE_END = 4

/**
 * Interleaves browser journeys, which keep the machine busy, with other files, which wait for a database half
 * of the time. The remaining files run beside and after the last journey.
 */
function inOrder(groups: string[][]): string[][] {
  const place = ([file]: string[]) => (LONG.includes(file!) ? LONG.indexOf(file!) : LONG.length)
  const [others = [], journeys = []] = [false, true].map((e2e) =>
    groups
      .filter(([file]) => isJourney(file!) === e2e)
      .toSorted((a, b) => place(a) - place(b) || b.length - a.length),
  )
  const beside = others.length / (journeys.length + AT_THE_END)
  const upTo = (index: number) => Math.floor(index * beside)
  return [
    ...journeys.flatMap((journey, index) => [journey, ...others.slice(upTo(index), upTo(index + 1))]),
    ...others.slice(upTo(journeys.length)),
  ]
}

function runScript(args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: ROOT,
      stdio: 'inherit',
    })
    if (child.pid) endWithThisProcess({ process: child.pid })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Loaded before each test file. */
const PRELOADED = ['testing/guardian/end-with-runner.ts', 'testing/test-scope.ts'].flatMap((file) => [
  '--import',
  pathToFileURL(join(ROOT, file)).href,
])

/**
 * Concurrent files. They wait for a database, a browser or a timer during almost half of their time, so two
 * per processor keep all processors busy. At most six, because each file may use many connections.
 */
const CONCURRENCY = Math.min(2 * availableParallelism(), 6)

/**
 * Combines files that may share a process into one file that runs them.
 * @returns the files to run, in order
 */
function grouped(files: string[], folder: string): string[] {
  return inOrder(groupTestFiles(files, LONG)).map((group, index) => {
    if (group.length === 1) return group[0]!
    const path = join(folder, `test-group-${index}.mjs`)
    writeFileSync(
      path,
      `import { runGroup } from '#testing/test-group.ts'\n\nawait runGroup(${JSON.stringify(group)})\n`,
    )
    return relative(ROOT, path)
  })
}

/**
 * Uses the `run` function, because `node --test` sorts the files by name.
 * @returns whether all tests passed
 */
async function runTests(files: string[]): Promise<boolean> {
  let passed = true
  const tests = runFiles({
    files: files.map((file) => join(ROOT, file)),
    execArgv: ['--disable-warning=ExperimentalWarning', ROOM_TO_START, ...PRELOADED],
    concurrency: CONCURRENCY,
    timeout: Number(process.env.BB_TEST_TIMEOUT ?? 900_000),
  })
    .on('test:fail', () => (passed = false))
    // The summary of all files also counts failures outside of tests.
    .on('test:summary', ({ file, success }) => (passed &&= file !== undefined || success))
    // node:test reports errors of this process as diagnostics.
    .on('test:diagnostic', ({ message }) => {
      if (!/Error:/.test(message)) return
      passed = false
      console.error(message)
    })
  const report = reporter(named.length === 0 ? BUDGET_MINUTES : undefined)
  await pipeline(tests.compose(report), process.stdout, { end: false })
  return passed
}

/**
 * Runs the check (for a full run). Beside it, prepares the template database, the screens and the cluster of instances (if
 * a test needs them), because the check leaves a processor idle for half of its time.
 * @returns name of the template database; undefined when the check or the build failed
 */
async function prepared(files: string[]): Promise<string | undefined> {
  const check = named.length === 0 ? runScript(['scripts/check.ts']) : 0
  const screens = files.some((file) => file.startsWith('e2e/') || file.startsWith('embed/'))
  // Unpacks Chromium before any process opens it.
  if (screens) chromiumOfMachine()
  const [template, ...codes] = await Promise.all([
    ensureTemplate(),
    check,
    screens ? runScript(['scripts/build.ts', '--if-stale']) : 0,
    // Prepared here, so that two browser tests do not do it at once.
    files.some((file) => file.startsWith('e2e/')) ? readyCluster().then(() => 0) : 0,
  ])
  return codes.some(Boolean) ? undefined : template
}

async function main(): Promise<number> {
  endWithParent()
  ensureTemporaryFolder()
  const missing = named.filter((pattern) => filesOf(pattern).length === 0)
  if (missing.length > 0) {
    console.error(`No test file matches ${missing.join(' ')}`)
    return 1
  }
  const files = [...new Set((named.length ? named : ['**/*.test.ts']).flatMap(filesOf))]
  mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
  const folder = mkdtempSync(join(ROOT, '.tmp', 'run-'))
  const home = newDataFolder('postgres')
  const data = join(home, 'data')
  endWithThisProcess({ cluster: data }, { folder: home }, { folder })
  const cluster = process.env.BB_TEST_DATABASE_URL
    ? undefined
    : await startCluster({ folder: data, password: 'test', durable: false })
  if (cluster) process.env.BB_TEST_DATABASE_URL = cluster.ownerUrl('postgres')
  try {
    const BB_TEST_TEMPLATE = await prepared(files)
    if (!BB_TEST_TEMPLATE) return 1
    const BB_CONTRACT_COUNT = join(folder, 'contract-count')
    Object.assign(process.env, { BB_TEST_TEMPLATE, BB_CONTRACT_COUNT, NODE_ENV: 'test' })
    const shared = files.filter(sharesInstance).length > 1 ? await shareInstance() : undefined
    const passed = await runTests(grouped(files, folder)).finally(shared)
    const counted = contractCount(BB_CONTRACT_COUNT)
    if (counted) console.log(counted)
    return passed ? 0 : 1
  } finally {
    await cluster?.stop()
    for (const made of [home, folder]) rmSync(made, { recursive: true, force: true })
  }
}

process.exit(
  await main().catch((why: unknown) => {
    console.error(why)
    return 1
  }),
)
