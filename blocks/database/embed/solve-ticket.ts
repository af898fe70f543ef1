import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Ticket } from '../endpoints.ts'

/** Milliseconds of computing between two pauses, so that typing stays smooth. */
const SLICE_MS = 8

/**
 * Finds the number that a ticket asks for. In plain script, because the browser's own hashes are missing on sites without TLS.
 * @param pause resolves when the browser had time for other work
 * @throws {Error} if there is none
 */
export async function solveTicket(
  { salt, challenge, most }: Ticket,
  pause = () => new Promise<void>((resolve) => setTimeout(resolve)),
): Promise<number> {
  let end = performance.now() + SLICE_MS
  for (let number = 0; number <= most; number++) {
    if (bytesToHex(sha256(utf8ToBytes(`${salt}${number}`))) === challenge) return number
    if (number % 64 === 0 && performance.now() > end) {
      await pause()
      end = performance.now() + SLICE_MS
    }
  }
  throw new Error('The ticket has no solution')
}
