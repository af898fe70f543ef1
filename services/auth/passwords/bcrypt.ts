import { Worker } from 'node:worker_threads'

/** A worker that nobody asked for this long ends (milliseconds). */
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
 * Tells whether the password belongs to a bcrypt hash. In a thread of its own: the library is plain JavaScript, and
 * half a second of it would hold up every other request. bcrypt looks at the first 72 bytes.
 * @throws {Error} when the thread dies
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
