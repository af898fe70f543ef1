import { printedKeys } from './instance-keys.ts'
import type { InstanceKeys } from './instance-keys.ts'
import { mailIn, openInstance, testInstance } from './test-instance.ts'
import type { TestInstance } from './test-instance.ts'

/** The parts of a shared instance that test files may use. No file may stop it. */
export interface SharedInstance extends Pick<TestInstance, 'url' | 'sandboxUrl' | 'dataDir' | 'mailTo'> {
  /** Its keys, which the run printed once for all files; undefined for an instance of a file's own. */
  keys?: InstanceKeys
}

/**
 * Returns the instance that the files of one run share, with default settings. A file that runs alone gets
 * its own instance. Use it in files that only touch accounts and tenants that they create, with email
 * addresses that no other file uses. A file that moves the clock, sets faults, changes settings or lists all
 * records uses `testInstance`.
 */
export async function sharedInstance(): Promise<SharedInstance> {
  const given = process.env.BB_TEST_INSTANCE
  if (!given) return testInstance()
  const instance = JSON.parse(given) as Omit<SharedInstance, 'mailTo'>
  return { ...instance, mailTo: (address, count) => mailIn(instance.sandboxUrl, address, count) }
}

/** Starts the shared instance for all child processes of this one. @returns a function that stops it */
export async function shareInstance(): Promise<() => Promise<void>> {
  const { url, sandboxUrl, dataDir, close } = await openInstance()
  process.env.BB_TEST_INSTANCE = JSON.stringify({
    url,
    sandboxUrl,
    dataDir,
    keys: printedKeys({ url, dataDir }),
  })
  return close
}
