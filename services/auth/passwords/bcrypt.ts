import { Worker } from 'node:worker_threads'

/** Milliseconds of inactivity after which the worker ends. */
const IDLE_MS = 30_000

interface Waiting {
  resolve: (right: boolean) => void
  reject: (error: Error) => void
}

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last = 0
const waiting = new Map<number, Waiting>()

/**
 * Checks a password against a bcrypt hash in a worker thread: the library is plain JavaScript and would block
 * all other requests for half a second. bcrypt reads only the first 72 bytes.
 * @throws {Error} if the thread dies
 */
export function verifyBcrypt(stored: string, password: string): Promise<boolean> {
  clearTimeout(idle)
  worker ??= open()
  const id = ++last
  worker.ref()
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker!.postMessage({ id, stored, password })
  })
}

function open(): Worker {
  const opened = new Worker(new URL('./bcrypt-worker.ts', import.meta.url))
  opened.on('message', ({ id, right }: { id: number; right: boolean }) => {
    waiting.get(id)?.resolve(right)
    waiting.delete(id)
    if (waiting.size) return
    opened.unref()
    idle = setTimeout(() => close(opened), IDLE_MS).unref()
  })
  opened.on('error', (error) => {
    close(opened)
    for (const { reject } of waiting.values()) reject(error as Error)
    waiting.clear()
  })
  return opened
}

function close(opened: Worker): void {
  if (worker === opened) worker = undefined
  void opened.terminate()
}
