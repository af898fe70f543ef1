import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, mock, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../scripts/test-results.ts'
import { needsRealHashes, rememberHashes } from './remembered-hashes.ts'
import { shareProcess } from './shared-process.ts'

/**
 * Runs several test files in this process, one after the other, each as a suite named after it. Starting a
 * process and loading the same 2,000 modules again takes longer than most files. A file that fails while
 * loading fails alone, its hooks run when its own tests are done, its changes to the environment and its mocks end with it,
 * and it cannot exit the process.
 * @param files paths relative to the project's folder
 */
export async function runGroup(files: readonly string[]): Promise<void> {
  const environment = { ...process.env }
  const end = shareProcess()
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ''}) would end the tests of other files`)
  }
  for (const file of files) {
    const ended = Promise.withResolvers<void>()
    void suite(file, async () => {
      rememberHashes(!needsRealHashes(readFileSync(join(ROOT, file), 'utf8')))
      try {
        await import(pathToFileURL(join(ROOT, file)).href)
      } finally {
        const changed = { ...process.env }
        setEnvironment(environment)
        before(() => setEnvironment(changed))
        // Hooks run in the order of their declaration, so the file's own hooks have run by now.
        after(() => {
          setEnvironment(environment)
          mock.reset()
          ended.resolve()
        })
      }
    })
    await ended.promise
  }
  await end()
}

function setEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name]
  Object.assign(process.env, wanted)
}
