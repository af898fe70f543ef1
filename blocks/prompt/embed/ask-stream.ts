import { CallError, noConnection } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { askPrompt } from '../endpoints.ts'
import type { AskPrompt, PromptAnswer, PromptEvent, PromptMessage } from '../endpoints.ts'
import type { PromptPageData } from './data-types.ts'

interface Listener {
  onStart: (start: PromptEvent['start']) => void
  /** The text so far. */
  onText: (text: string) => void
}

/**
 * Asks a question and reads the answer as it is written.
 * @param signal ends the connection, and with it the answer
 * @returns the whole message; undefined if the visitor stopped it
 * @throws {CallError}
 */
export async function askStream(
  data: PromptPageData,
  embed: EmbedApi,
  input: AskPrompt,
  signal: AbortSignal,
  { onStart, onText }: Listener,
): Promise<PromptMessage | undefined> {
  if (data.sample !== undefined || data.viewedAs) {
    const answer: PromptAnswer = await embed.call(askPrompt, input)
    onStart({ conversation: answer.conversation, message: answer.id })
    return answer
  }
  const key = data.tenant!.public_key
  const token = await embed.session.accessToken()
  try {
    const response = await fetch(`${data.apiUrl}/functions/v1${askPrompt.path}`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${token ?? key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...input, stream: true }),
      signal,
    })
    if (!response.ok || !response.body) throw await refusal(response)
    let text = ''
    let done: PromptMessage | undefined
    for await (const { event, value } of eventsOf(response.body)) {
      if (event === 'start') onStart(value as PromptEvent['start'])
      if (event === 'token') onText((text += (value as PromptEvent['token']).text))
      if (event === 'done') done = value as PromptMessage
      if (event === 'error') throw new CallError(500, 'internal', (value as { error: string }).error)
    }
    if (!done) throw noConnection()
    return done
  } catch (error) {
    if (signal.aborted) return undefined
    throw error instanceof CallError ? error : noConnection()
  }
}

async function refusal(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => ({}))) as { error?: string; code?: string }
  return new CallError(response.status, body.code ?? `${response.status}`, body.error ?? '', body.error)
}

/** Events of a stream (text/event-stream): each ends with an empty line. */
async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += decoder.decode(value, { stream: true })
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n')
      rest = rest.slice(end + 2)
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      if (data !== undefined) yield { event: field('event') ?? 'message', value: JSON.parse(data) as unknown }
    }
  }
}
