import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Knowledge } from '../retrieval/retrieve.ts'
import { readAgain } from '../retrieval/retrieve.ts'
import type { MessageRow } from './conversation.ts'
import type { Turn } from './prompt-text.ts'

/** Earlier questions that a model gets with a new one. */
const MOST_TURNS = 4

/**
 * Earlier turns of a conversation for the model. An answer is left out unless the person may still read every passage that it was made of, so
 * that what was closed to them since does not come back by their own conversation.
 */
export async function readHistory(
  kernel: Kernel,
  claims: Claims,
  knowledge: Knowledge,
  messages: MessageRow[],
): Promise<Turn[]> {
  const turns = messages.filter(({ state }) => state !== 'failed' && state !== 'running').slice(-MOST_TURNS)
  return Promise.all(
    turns.map(async ({ question, answer, given }) => {
      const passages = await Promise.all(given.map((one) => readAgain(kernel, claims, knowledge, one)))
      return { question, answer: passages.every((passage) => passage !== undefined) ? answer : '' }
    }),
  )
}
