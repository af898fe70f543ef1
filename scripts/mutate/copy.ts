import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testOwnerUrl } from '#testing/test-cluster.ts'
import { ROOT } from '../test-results.ts'
import type { TestResult } from '../test-results.ts'

const RUN_LIMIT_MS = 300_000

/** A copy of the project to break: same packages, same build, separate results. */
export interface Copy {
  read(path: string): string
  write(path: string, text: string): void
  /** Runs test files as `npm test` does, and returns their results. */
  test(files: string[]): Promise<TestResult[]>
  remove(): void
}

/** Copies every file that git does not ignore, and the build output. */
export function makeCopy(): Copy {
  const folder = join(ROOT, '.tmp', `mutate-${process.pid}`)
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error('git could not list the files to copy')
  for (const path of listed.stdout.split('\0').filter((path) => path && existsSync(join(ROOT, path)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o711 })
    cpSync(join(ROOT, path), join(folder, path))
  }
  if (existsSync(join(ROOT, 'dist'))) cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const results = join(folder, '.tmp', 'test-results.json')
  return {
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write: (path, text) => writeFileSync(join(folder, path), text),
    async test(files) {
      rmSync(results, { force: true })
      await runTests(folder, files)
      return existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as TestResult[]) : []
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function runTests(cwd: string, files: string[]): Promise<void> {
  const env = { ...process.env, BB_TEST_DATABASE_URL: await testOwnerUrl('postgres') }
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/test.ts', ...files],
    {
      cwd,
      env,
      stdio: 'ignore',
      timeout: RUN_LIMIT_MS,
    },
  )
  await new Promise((resolve) => child.on('close', resolve))
}
