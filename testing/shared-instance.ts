import { mailIn, openInstance, testInstance } from './test-instance.ts'
import type { TestInstance } from './test-instance.ts'

/** What test files may do with a shared instance. No file may stop it. */
export type SharedInstance = Pick<TestInstance, 'url' | 'sandboxUrl' | 'dataDir' | 'mailTo'>

/**
 * The instance that the files of one run share, with default settings; in a file that runs alone an instance of its own.
 * For files that touch only accounts and tenants that they make, with addresses that no other file uses. A file that
 * moves the clock, sets faults, changes settings or reads lists of everything takes `testInstance`.
 */
export async function sharedInstance(): Promise<SharedInstance> {
  const given = process.env.BB_TEST_INSTANCE
  if (!given) return testInstance()
  const instance = JSON.parse(given) as Omit<SharedInstance, 'mailTo'>
  return { ...instance, mailTo: (address, count) => mailIn(instance.sandboxUrl, address, count) }
}

/** Starts it, for all processes that this one starts. @returns ends it */
export async function shareInstance(): Promise<() => Promise<void>> {
  const { url, sandboxUrl, dataDir, close } = await openInstance()
  process.env.BB_TEST_INSTANCE = JSON.stringify({ url, sandboxUrl, dataDir })
  return close
}
