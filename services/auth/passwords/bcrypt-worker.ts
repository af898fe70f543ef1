// The thread that bcrypt.ts opens.
import { parentPort } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

parentPort?.on('message', ({ id, stored, password }: { id: number; stored: string; password: string }) =>
  parentPort?.postMessage({ id, right: isRight(stored, password) }),
)

function isRight(stored: string, password: string): boolean {
  try {
    return compareSync(password, stored)
  } catch {
    return false
  }
}
