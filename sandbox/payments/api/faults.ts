/** A failure that the control API injects into a later request. */
export interface Fault {
  /** Responds with this status instead of doing the work. */
  status?: number
  /** Drops the connection `before` the work, or `after` it, so that the caller never receives the success. */
  reset?: 'before' | 'after'
  /** Waits this long before the work, with the Idempotency-Key already locked. */
  delayMs?: number
  /** Prefix of the path; without it, any request matches. */
  path?: string
  method?: string
  /** How many requests fail; 1 by default. */
  times?: number
}

/** Pending failures, oldest first. */
export class Faults {
  #waiting: Array<Fault & { times: number }> = []

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, times: fault.times ?? 1 })
  }

  take(method: string, path: string): Fault | undefined {
    const found = this.#waiting.find(
      (one) => (one.method ?? method) === method && (one.path === undefined || path.startsWith(one.path)),
    )
    if (!found) return undefined
    found.times -= 1
    if (found.times <= 0) this.#waiting = this.#waiting.filter((one) => one !== found)
    return found
  }

  list(): Fault[] {
    return structuredClone(this.#waiting)
  }

  clear(): void {
    this.#waiting = []
  }
}
