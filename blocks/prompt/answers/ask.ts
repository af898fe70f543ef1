import type { Claims } from '#kernel/db/claims.ts'
import { eventStream } from '#kernel/http/event-stream.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import type { AskPrompt, PromptAnswer } from '../endpoints.ts'
import { promptErrors } from '../errors.ts'
import { givenOf } from '../retrieval/passage.ts'
import type { Passage } from '../retrieval/passage.ts'
import { MOST_PASSAGES, retrieve } from '../retrieval/retrieve.ts'
import { reserve } from './account.ts'
import type { Reserved } from './account.ts'
import { readOwnConversation } from './conversation.ts'
import { readHistory } from './history.ts'
import { openAssistant } from './known-assistant.ts'
import type { KnownAssistant } from './known-assistant.ts'
import { providerOf } from './model-provider.ts'
import type { ModelProvider } from './model-provider.ts'
import { mostTokens, promptText } from './prompt-text.ts'
import type { PromptText, Turn } from './prompt-text.ts'
import { writeAnswer } from './write-answer.ts'

const A_MINUTE = { points: 10, seconds: 60 }
const AN_HOUR = { points: 60, seconds: 3600 }
/** Passages that are shown as they are, where no model answers. */
const MOST_SHOWN = 3

/** A question that passed all limits, whose tokens are reserved. */
export interface Prepared {
  kernel: Kernel
  tenant: string
  assistant: KnownAssistant
  question: string
  reserved: Reserved
  passages: Passage[]
  /** How the answer is made. `text` is what a model is sent. */
  by:
    | { kind: 'refusal' }
    | { kind: 'passages' }
    | { kind: 'model'; provider: ModelProvider; text: PromptText }
}

/** `POST /prompt-questions`: an answer as a stream of events, or at once. @throws {AppError} see `askPrompt` in endpoints.ts */
export async function askPrompt(c: RouteContext<AskPrompt>): Promise<Response | PromptAnswer> {
  const prepared = await prepare(c)
  if (c.input.stream) return eventStream(c, (signal) => writeAnswer(prepared, signal))
  let answer: PromptAnswer | undefined
  const { conversation, secret } = prepared.reserved
  for await (const { event, data } of writeAnswer(prepared, c.request.signal))
    if (event === 'done') answer = { ...data, conversation, ...(secret && { secret }) }
  return answer!
}

async function prepare({ kernel, claims, clientIp, input }: RouteContext<AskPrompt>): Promise<Prepared> {
  const network = `${claims.tenant} ${addressKey(clientIp)}`
  await kernel.limits.take('prompt.minute', network, A_MINUTE)
  await kernel.limits.take('prompt.hour', network, AN_HOUR)
  const earlier =
    input.conversation === undefined
      ? undefined
      : await readOwnConversation(
          kernel,
          claims,
          { conversation: input.conversation, secret: input.secret },
          6,
        )
  const assistant = await openAssistant(kernel, claims, earlier?.assistant_id ?? input.assistant)
  if (input.assistant !== undefined && input.assistant !== assistant.id)
    throw promptErrors.conversation_not_found()
  const provider = await providerOf(kernel, claims.tenant!)
  const history = earlier ? await readHistory(kernel, claims, assistant, earlier.messages) : []
  const { question } = input
  const { passages, isEnough } = await passagesFor(kernel, claims, assistant, question, history)
  const by = howToAnswer({ assistant, provider, history, question, passages, isEnough })
  const given = by.kind === 'refusal' ? [] : by.kind === 'passages' ? passages.slice(0, MOST_SHOWN) : passages
  const reserved = await reserve(kernel, claims, clientIp, {
    assistant: assistant.id,
    conversation: earlier?.id,
    question,
    tokens: by.kind === 'model' ? mostTokens(by.text) + assistant.answer_tokens : 0,
    model: by.kind === 'model' ? by.provider.model : null,
    given: given.map(givenOf),
  })
  return { kernel, tenant: claims.tenant!, assistant, question, reserved, passages: given, by }
}

/** A question such as “and on Sundays?” says too little alone; then the one before it counts too. */
async function passagesFor(
  kernel: Kernel,
  claims: Claims,
  assistant: KnownAssistant,
  question: string,
  history: Turn[],
) {
  const found = await retrieve(kernel, claims, assistant, question)
  const last = history.at(-1)
  return found.isEnough || !last ? found : retrieve(kernel, claims, assistant, `${last.question} ${question}`)
}

function howToAnswer({
  assistant,
  provider,
  history,
  question,
  passages,
  isEnough,
}: {
  assistant: KnownAssistant
  provider: ModelProvider | undefined
  history: Turn[]
  question: string
  passages: Passage[]
  isEnough: boolean
}): Prepared['by'] {
  if (!isEnough && (assistant.only_sources || !provider)) return { kind: 'refusal' }
  if (!provider) return { kind: 'passages' }
  const { tenant, instructions, only_sources: onlySources } = assistant
  const text = promptText({
    tenant,
    instructions,
    onlySources,
    history,
    question,
    passages: passages.slice(0, MOST_PASSAGES),
  })
  return { kind: 'model', provider, text }
}
