import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, suite } from 'node:test'
import { ROOT } from '../scripts/test-results.ts'

const require = createRequire(import.meta.url)

/**
 * Runs several files of tests in this process, each as a suite named after it; for files that only compute
 * (scripts/pure-files.ts). To start a process and load the same modules again costs more than such a file does. A file
 * that fails while it is loaded fails alone, changes of the environment end with their file, and no file ends the process.
 * @param files paths from the project's folder
 */
export function runGroup(files: readonly string[]): void {
  const environment = { ...process.env }
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ''}) would end the tests of other files`)
  }
  for (const file of files)
    suite(file, () => {
      try {
        // Tests that are declared while the module is loaded belong to this suite, so loading has to be synchronous.
        require(join(ROOT, file))
      } finally {
        const changed = { ...process.env }
        setEnvironment(environment)
        before(() => setEnvironment(changed))
        after(() => setEnvironment(environment))
      }
    })
}

function setEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name]
  Object.assign(process.env, wanted)
}
