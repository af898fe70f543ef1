import type { PromptProblem } from '../endpoints.ts'
import type { ModelProvider } from './model-provider.ts'
import type { PromptText } from './prompt-text.ts'

/** Why a model gave no answer, or only a part of one. Contains nothing that the provider wrote. */
export class ModelProblem extends Error {
  override name = 'ModelProblem'
  readonly problem: PromptProblem
  /** Seconds. */
  readonly retryAfter: number | undefined
  /** Whether the provider may have read the question, and so charges for it. */
  readonly isCharged: boolean

  constructor(
    problem: PromptProblem,
    more: { retryAfter?: number | undefined; isCharged?: boolean; cause?: unknown } = {},
  ) {
    super(problem, { cause: more.cause })
    this.problem = problem
    this.retryAfter = more.retryAfter
    this.isCharged = more.isCharged ?? false
  }
}

export interface ModelUsage {
  tokensIn: number
  tokensOut: number
}

export type ModelPart = { text: string } | { usage: ModelUsage | undefined }

interface Limits {
  /** Most tokens of the answer. */
  tokens: number
  /** Ends the request at once. */
  signal: AbortSignal
  /** Milliseconds without a token, and for the whole answer. */
  silenceMs?: number
  totalMs?: number
}

const SILENCE_MS = 15_000
const TOTAL_MS = 30_000
/** Characters of an answer. A provider that ignores the limit of tokens is cut off here. */
const MOST_CHARACTERS_PER_TOKEN = 10
const MOST_WAIT_SECONDS = 3600

/**
 * The parts of a model's answer as they arrive; the last one is its usage, if the provider reports it. No tools are offered, so that calls
 * of them are ignored, and nothing is retried, because each request is paid for.
 * @throws {ModelProblem}
 */
export async function* streamModel(
  provider: ModelProvider,
  { system, messages }: PromptText,
  { tokens, signal, silenceMs = SILENCE_MS, totalMs = TOTAL_MS }: Limits,
): AsyncGenerator<ModelPart> {
  const late = new AbortController()
  const total = setTimeout(() => late.abort(), totalMs)
  let silence = setTimeout(() => late.abort(), silenceMs)
  let characters = 0
  try {
    const model = await languageModel(provider)
    const { stream } = await model.doStream({
      prompt: [
        { role: 'system', content: system },
        ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
      ],
      maxOutputTokens: tokens,
      abortSignal: AbortSignal.any([signal, late.signal]),
    })
    let usage: ModelUsage | undefined
    let isFinished = false
    for await (const part of stream) {
      clearTimeout(silence)
      silence = setTimeout(() => late.abort(), silenceMs)
      if (part.type === 'error')
        throw new ModelProblem('model_broken', { isCharged: true, cause: part.error })
      if (part.type === 'text-delta') {
        characters += part.delta.length
        yield { text: part.delta }
        if (characters > tokens * MOST_CHARACTERS_PER_TOKEN) return
      }
      if (part.type === 'finish') {
        isFinished = part.finishReason.unified !== 'other' || part.finishReason.raw !== undefined
        usage = usageOf(part.usage.inputTokens.total, part.usage.outputTokens.total)
      }
    }
    // A connection that ends early looks like the end of a stream, without a reason.
    if (!isFinished) throw new ModelProblem('model_broken', { isCharged: true })
    yield { usage }
  } catch (error) {
    if (error instanceof ModelProblem) throw error
    if (late.signal.aborted) throw new ModelProblem('model_slow', { isCharged: true, cause: error })
    throw problemOf(error)
  } finally {
    clearTimeout(total)
    clearTimeout(silence)
    // Ends the request if the caller stopped reading.
    late.abort()
  }
}

/** Loaded with the first question: it takes 0.3 s and 20 MB. */
async function languageModel({ baseUrl, model, key, maxField, fetch }: ModelProvider) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const api = createOpenAICompatible({
    name: 'tenant',
    baseURL: baseUrl,
    ...(key !== undefined && { apiKey: key }),
    includeUsage: true,
    fetch: fetch as typeof globalThis.fetch,
    transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [maxField]: max_tokens }),
  })
  return api.chatModel(model)
}

function usageOf(tokensIn: number | undefined, tokensOut: number | undefined): ModelUsage | undefined {
  return tokensIn === undefined || tokensOut === undefined ? undefined : { tokensIn, tokensOut }
}

/** The SDK's errors have the status and headers of the response, if there was one. */
function problemOf(error: unknown): ModelProblem {
  const { statusCode, responseHeaders } = (error ?? {}) as {
    statusCode?: number
    responseHeaders?: Record<string, string>
  }
  if (statusCode === undefined) return new ModelProblem('model_down', { cause: error })
  if (statusCode === 429)
    return new ModelProblem('model_busy', {
      retryAfter: secondsOf(responseHeaders?.['retry-after']),
      cause: error,
    })
  if (statusCode >= 500) return new ModelProblem('model_down', { cause: error })
  if (statusCode >= 400) return new ModelProblem('model_refused', { cause: error })
  return new ModelProblem('model_broken', { isCharged: true, cause: error })
}

function secondsOf(text: string | undefined): number | undefined {
  if (!text) return undefined
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), MOST_WAIT_SECONDS) : undefined
}
