import type { Misfit } from './contract.ts'

type What = 'event' | 'request' | 'result'

/** Something that did not fit the contract: a request to us, an answer of ours, or an event of ours. */
export interface Violation {
  what: What
  name: string
  misfits: Misfit[]
  at: string
}

export interface ContractReport {
  /** Requests checked, right or wrong. A test run in which this stays 0 has proved nothing. */
  validated: number
  answers: number
  events: number
  /** Requests that named another API version, or none: unknown parameters were let through. */
  unpinned: number
  violations: Violation[]
}

const KEPT = 200

/** Counts validated objects and records violations. */
export class ContractLog {
  #checked = { request: 0, result: 0, event: 0 }
  #unpinned = 0
  #violations: Violation[] = []

  /** @param misfits none when it fits */
  checked(what: What, name: string, misfits: Misfit[]): void {
    this.#checked[what] += 1
    if (misfits.length === 0) return
    this.#violations.push({ what, name, misfits: misfits.slice(0, 10), at: new Date().toISOString() })
    if (this.#violations.length > KEPT) this.#violations.shift()
  }

  unpinned(): void {
    this.#unpinned += 1
  }

  report(): ContractReport {
    const { request, result, event } = this.#checked
    return {
      validated: request,
      answers: result,
      events: event,
      unpinned: this.#unpinned,
      violations: [...this.#violations],
    }
  }

  clear(): void {
    this.#checked = { request: 0, result: 0, event: 0 }
    this.#unpinned = 0
    this.#violations = []
  }
}
