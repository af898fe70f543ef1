import type { PromptEvent, PromptMessage } from '../endpoints.ts'
import { settle } from './account.ts'
import type { Outcome } from './account.ts'
import type { Prepared } from './ask.ts'
import { citationOf, citationsIn, cleanAnswer } from './citations.ts'
import { costOf } from './model-provider.ts'
import { ModelProblem, streamModel } from './model-stream.ts'
import type { ModelUsage } from './model-stream.ts'
import { aboutPromptTokens, aboutTokens, NO_ANSWER } from './prompt-text.ts'

export type AnswerEvent = {
  [Name in keyof PromptEvent]: { event: Name; data: PromptEvent[Name] }
}[keyof PromptEvent]

/**
 * The events of an answer. Whatever ends it (the visitor leaves before or during it, the model fails), the question is settled with what it used.
 * @param signal aborted when the visitor leaves
 */
export function writeAnswer(prepared: Prepared, signal: AbortSignal): AsyncIterableIterator<AnswerEvent> {
  const answer = new RunningAnswer(prepared, signal)
  const events = answer.events()
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => events.next(),
    async return() {
      // A generator that has not started would not settle.
      await events.return(undefined)
      await answer.end({ state: 'stopped' })
      return { done: true, value: undefined }
    },
  }
}

/** One answer while it is written. */
class RunningAnswer {
  private readonly prepared: Prepared
  private readonly signal: AbortSignal
  private readonly started = performance.now()
  private text = ''
  private usage: ModelUsage | undefined
  /** Whether the model may have read the question. */
  private isCharged = false
  private settled: PromptMessage | undefined

  constructor(prepared: Prepared, signal: AbortSignal) {
    this.prepared = prepared
    this.signal = signal
  }

  async *events(): AsyncGenerator<AnswerEvent, undefined> {
    const { by, reserved } = this.prepared
    const { conversation, message, secret } = reserved
    try {
      yield { event: 'start', data: { conversation, message, ...(secret && { secret }) } }
      if (by.kind === 'model') yield* this.modelEvents()
      const state =
        by.kind === 'refusal' || this.isRefusal()
          ? 'refused'
          : by.kind === 'passages'
            ? 'passages'
            : 'answered'
      yield { event: 'done', data: await this.end({ state }) }
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error
      if (!error.isCharged) this.isCharged = false
      if (!this.signal.aborted)
        this.prepared.kernel.log.warn({ problem: error.problem, err: error.cause }, 'a model did not answer')
      const state = this.signal.aborted ? 'stopped' : 'failed'
      const done = await this.end(state === 'failed' ? { state, problem: error.problem } : { state })
      yield { event: 'done', data: { ...done, ...(error.retryAfter && { retry_after: error.retryAfter }) } }
    } finally {
      await this.end({ state: 'stopped' })
    }
  }

  private async *modelEvents(): AsyncGenerator<AnswerEvent, undefined> {
    const { by, assistant } = this.prepared
    if (by.kind !== 'model') return
    this.isCharged = true
    let shown = 0
    for await (const part of streamModel(by.provider, by.text, {
      tokens: assistant.answer_tokens,
      signal: this.signal,
    })) {
      if ('usage' in part) {
        this.usage = part.usage
        continue
      }
      this.text += part.text
      // Held back while it may be the word for a refusal.
      if (NO_ANSWER.startsWith(this.text.trim().slice(0, NO_ANSWER.length))) continue
      yield { event: 'token', data: { text: this.text.slice(shown) } }
      shown = this.text.length
    }
  }

  private isRefusal(): boolean {
    return this.prepared.by.kind === 'model' && this.text.trim().startsWith(NO_ANSWER)
  }

  /** Settles it, once. @returns the message as the visitor gets it */
  async end({ state, problem }: Pick<Outcome, 'state' | 'problem'>): Promise<PromptMessage> {
    if (this.settled) return this.settled
    const { kernel, tenant, reserved, question } = this.prepared
    const outcome = this.outcome(state)
    this.settled = {
      id: reserved.message,
      at: new Date().toISOString(),
      question,
      answer: outcome.answer,
      state,
      ...(problem && { problem }),
      citations: outcome.citations,
    }
    await settle(kernel, tenant, reserved.message, { ...outcome, problem })
    return this.settled
  }

  private outcome(state: Outcome['state']): Outcome {
    const { by, passages, assistant } = this.prepared
    const used = this.used()
    const more = {
      state,
      ...used,
      cost: by.kind === 'model' ? costOf(by.provider, used.tokensIn, used.tokensOut) : null,
      ms: performance.now() - this.started,
    }
    if (state === 'refused') return { ...more, answer: assistant.refusal, citations: [] }
    if (by.kind === 'passages')
      return {
        ...more,
        answer: passages.map(({ text }, at) => `${text} [${at + 1}]`).join('\n\n'),
        citations: passages.map((passage, at) => citationOf(passage, at + 1)),
      }
    const answer = cleanAnswer(this.isRefusal() ? '' : this.text, passages)
    return { ...more, answer, citations: citationsIn(answer, passages) }
  }

  /** What the provider reported, else what was sent and received. */
  private used(): { tokensIn: number; tokensOut: number } {
    const { by } = this.prepared
    if (by.kind !== 'model') return { tokensIn: 0, tokensOut: 0 }
    if (this.usage) return this.usage
    if (!this.isCharged) return { tokensIn: 0, tokensOut: 0 }
    return { tokensIn: aboutPromptTokens(by.text), tokensOut: aboutTokens(this.text) }
  }
}
