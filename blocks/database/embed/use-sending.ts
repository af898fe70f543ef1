import { useRef } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { LEAST_MS } from '#kernel/browser/forms/form-state.ts'
import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import { enterForm, prepareFormUpload, submitForm } from '../endpoints.ts'
import type { FormEntry, Submitted, Ticket } from '../endpoints.ts'
import type { Answers } from '#kernel/browser/forms/form-rules.ts'

interface Proof {
  ticket: Ticket
  number: Promise<number>
  /** When the ticket arrived, by this page's clock. */
  since: number
}

/** Errors that end with a new ticket. */
const STALE = new Set(['ticket_expired', 'too_fast', 'bad_ticket'])

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Computes the proof of work while the visitor types, and sends. */
export function useSending(embed: EmbedApi | undefined, form: string, entry: FormEntry) {
  const proof = useRef<Proof>(undefined)

  function prove(ticket = entry.ticket): Proof | undefined {
    if (!ticket || proof.current?.ticket.salt === ticket.salt) return proof.current
    const number = import('./solve-ticket.ts').then(({ solveTicket }) => solveTicket(ticket))
    // The attempt to send awaits it and gets the error.
    number.catch(() => {})
    proof.current = { ticket, number, since: performance.now() }
    return proof.current
  }

  /** A ticket with its solution, not before the server takes it. */
  async function proven() {
    const found = prove(proof.current?.ticket)
    const { most: _, ...ticket } = found?.ticket ?? { salt: '', challenge: '', signature: '', most: 0 }
    const number = (await found?.number) ?? 0
    if (found) await wait(LEAST_MS + 100 - (performance.now() - found.since))
    return { form, ticket, number }
  }

  /** Tries again with a new ticket if this one is stale. */
  async function withTicket<T>(work: (proof: Awaited<ReturnType<typeof proven>>) => Promise<T>): Promise<T> {
    try {
      return await work(await proven())
    } catch (error) {
      if (!(error instanceof CallError && STALE.has(error.code))) throw error
      const { ticket } = await embed!.call(enterForm, { form })
      prove(ticket)
      return work(await proven())
    }
  }

  async function attempt(
    answers: Answers,
    trap: string,
    ticket: Awaited<ReturnType<typeof proven>>,
  ): Promise<Submitted> {
    return embed!.call(submitForm, {
      ...ticket,
      answers: { ...answers },
      locale: document.documentElement.lang,
      ...(trap && { trap }),
    })
  }

  return {
    /** Call it at the first input. */
    start: () => void prove(),
    /**
     * Sends once, however often it is called with the same answers before the next `renew`.
     * @throws {CallError} what `submitForm` throws
     */
    send: (answers: Answers, trap: string): Promise<Submitted> =>
      withTicket((ticket) => attempt(answers, trap, ticket)),
    /** Asks where the file for a question is sent. @throws {CallError} what `prepareFormUpload` throws */
    prepare: (field: string, name: string): Promise<PreparedUpload> =>
      withTicket((ticket) => embed!.call(prepareFormUpload, { ...ticket, field, name })),
    /** Uses a new ticket, for another submission. */
    renew: (next: FormEntry) => void prove(next.ticket),
  }
}
