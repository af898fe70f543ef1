import type { Field } from '#kernel/browser/fields/field.ts'
import type { ColumnTarget, ReadyRow } from './convert-rows.ts'
import type { FileSummary, ImportCheck } from './import-session.ts'
import type { WorkerCall } from './import-worker.ts'
import type { ReadOptions } from './read-file.ts'
import { FileFault } from './sheet.ts'
import type { ImportFault } from './sheet.ts'

interface WorkerResult {
  id: number
  result?: unknown
  fault?: ImportFault
  message?: string
}

/** The session of `import-session.ts` in a worker of its own. */
export class ImportClient {
  readonly #worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  #calls = 0

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerResult>) => {
      const { id, result, fault, message } = data
      const call = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (fault) call?.reject(new FileFault(fault.line, fault.column, fault.text))
      else if (message) call?.reject(new Error(message))
      else call?.resolve(result as never)
    })
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The file could not be read.'))
      this.#waiting.clear()
    })
  }

  /** @throws {FileFault} */
  read(bytes: Uint8Array, options: ReadOptions): Promise<FileSummary> {
    return this.#call('read', bytes, options)
  }

  describe(isTitled: boolean): Promise<FileSummary> {
    return this.#call('describe', isTitled)
  }

  check(targets: readonly ColumnTarget[], fields: readonly Field[]): Promise<ImportCheck> {
    return this.#call('check', targets, fields)
  }

  batch(from: number, count: number): Promise<ReadyRow[]> {
    return this.#call('batch', from, count)
  }

  close(): void {
    this.#worker.terminate()
  }

  #call<T>(method: WorkerCall['method'], ...input: unknown[]): Promise<T> {
    const id = ++this.#calls
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      this.#worker.postMessage({ id, method, input } satisfies WorkerCall)
    })
  }
}
