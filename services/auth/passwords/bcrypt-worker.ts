// The worker thread that bcrypt.ts starts.
import { parentPort } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

parentPort?.on('message', ({ id, stored, password }: { id: number; stored: string; password: string }) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ id, right: isRight(stored, password) }),
)

function isRight(stored: string, password: string): boolean {
  try {
    return compareSync(password, stored)
  } catch {
    return false
  }
}
