import { errors } from '../errors/table.ts'

const MAX_ECHOED = 200

/**
 * Reads a part of the query grammar. An error says where it occurred and what was expected, in PostgREST's
 * form.
 */
export class Cursor {
  at = 0
  readonly text: string
  private readonly subject: string

  /** @param subject for the error text: `filter`, `select parameter` … */
  constructor(text: string, subject: string) {
    this.text = text
    this.subject = subject
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  peek(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  take(token: string): boolean {
    if (!this.peek(token)) return false
    this.at += token.length
    return true
  }

  /** Consumes what a sticky expression matches here. */
  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.text)
    if (!found) return undefined
    this.at += found[0].length
    return found
  }

  skipSpace(): void {
    while (this.peek(' ') || this.peek('\t')) this.at++
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`)
  }

  expectEnd(otherwise: string): void {
    if (!this.done) this.fail(`${otherwise} or end of input`)
  }

  /** Runs `read`. If it returns undefined, the cursor goes back to where it was. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.at
    const result = read()
    if (result === undefined) this.at = start
    return result
  }

  fail(expecting: string): never {
    const unexpected = this.done
      ? 'end of input'
      : JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at)!))
    throw errors.badQuery(
      `"failed to parse ${this.subject} (${this.text.slice(0, MAX_ECHOED)})" (line 1, column ${this.at + 1})`,
      `unexpected ${unexpected} expecting ${expecting}`,
    )
  }
}
