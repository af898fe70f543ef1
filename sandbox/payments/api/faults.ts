/** A failure ordered through the control API for a coming request. */
export interface Fault {
  /** Answers this status instead of doing the work. */
  status?: number
  /** Cuts the connection: `before` the work, or `after` it, so that the caller never receives the success. */
  reset?: 'before' | 'after'
  /** Waits this long before the work, with the Idempotency-Key already held. */
  delayMs?: number
  /** Only for requests whose path starts so; any request otherwise. */
  path?: string
  method?: string
  /** How many requests it meets; 1 if left out. */
  times?: number
}

/** Failures to come, oldest first. */
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
