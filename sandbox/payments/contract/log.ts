import type { Misfit } from './contract.ts'

/** Something that did not fit the contract: a request to us, an answer of ours, or an event of ours. */
export interface Violation {
  what: 'request' | 'result' | 'event'
  name: string
  misfits: Misfit[]
  at: string
}

/** Counts what was checked and keeps what did not fit, so that a run that checked nothing is noticed. */
export class ContractLog {
  #validated = 0
  #unpinned = 0
  #violations: Violation[] = []

  passed(): void {
    this.#validated += 1
  }

  /** A request that named another API version, or none: unknown parameters were let through. */
  unpinned(): void {
    this.#unpinned += 1
  }

  violated(what: Violation['what'], name: string, misfits: Misfit[]): void {
    this.#validated += 1
    this.#violations.push({ what, name, misfits: misfits.slice(0, 10), at: new Date().toISOString() })
    if (this.#violations.length > 200) this.#violations.shift()
  }

  report(): { validated: number; unpinned: number; violations: Violation[] } {
    return { validated: this.#validated, unpinned: this.#unpinned, violations: [...this.#violations] }
  }

  clear(): void {
    this.#validated = 0
    this.#unpinned = 0
    this.#violations = []
  }
}
