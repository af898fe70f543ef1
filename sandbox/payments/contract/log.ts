import type { Misfit } from './contract.ts'

type What = 'event' | 'request' | 'result'

/** A request, response or event that violated the contract. */
export interface Violation {
  what: What
  name: string
  misfits: Misfit[]
  at: string
}

export interface ContractReport {
  /** Number of checked requests, valid or not. If it is 0, the test run proved nothing. */
  validated: number
  answers: number
  events: number
  /** Number of requests with another API version or none, whose unknown parameters were accepted. */
  unpinned: number
  violations: Violation[]
}

const KEPT = 200

/** Counts validated objects and records violations. */
export class ContractLog {
  #checked = { request: 0, result: 0, event: 0 }
  #unpinned = 0
  #violations: Violation[] = []

  /** @param misfits empty if valid */
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
