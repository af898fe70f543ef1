import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { BEHAVIORS } from './behaviors.ts'
import type { Behavior } from './behaviors.ts'
import { checkChat } from './request-contract.ts'
import type { ChatRequest, Misfit } from './request-contract.ts'

/** A request as it arrived, and what became of it. */
export interface ModelRequest {
  model: string
  body: ChatRequest
  authorization: string | undefined
  misfits: Misfit[]
  /** Pieces that were sent. */
  sent: number
  state: 'running' | 'complete' | 'left'
  /** Milliseconds from the request until it ended. */
  ms?: number
}

export interface ModelStandIn {
  app: Hono
  /** Newest last, at most 2,000. */
  requests: ModelRequest[]
}

const MOST = 2000
/** As far as the stand-in is concerned, a token is four characters. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** `/model/v1`: a language model's API in OpenAI's form. The name of the model says how it behaves (behaviors.ts). */
export function openModel(): ModelStandIn {
  const app = new Hono()
  const requests: ModelRequest[] = []

  app.get('/model/v1/models', (c) => {
    if (!c.req.header('authorization')) return c.json(fault('You did not provide an API key', null), 401)
    const data = Object.keys(BEHAVIORS).map((id) => ({
      id,
      object: 'model',
      created: 0,
      owned_by: 'sandbox',
    }))
    return c.json({ object: 'list', data })
  })

  app.post('/model/v1/chat/completions', async (c) => {
    const started = performance.now()
    const body = (await c.req.json().catch(() => null)) as ChatRequest
    const misfits = checkChat(body)
    const authorization = c.req.header('authorization')
    const request: ModelRequest = {
      model: body?.model,
      body,
      authorization,
      misfits,
      sent: 0,
      state: 'running',
    }
    requests.push(request)
    if (requests.length > MOST) requests.shift()
    const end = (state: ModelRequest['state']) => {
      if (request.state === 'running') Object.assign(request, { state, ms: performance.now() - started })
    }
    const refuse = (status: number, message: string, param: string | null = null, headers = {}) => {
      end('complete')
      return c.json(fault(message, param), status as 400, headers)
    }
    if (!authorization) return refuse(401, 'You did not provide an API key')
    if (misfits[0]) return refuse(400, misfits[0].message, misfits[0].param)
    const behavior = BEHAVIORS[body.model]
    if (!behavior) return refuse(404, `The model '${body.model}' does not exist`, 'model')
    if (behavior.status) return refuse(behavior.status, 'As requested', null, behavior.headers)
    c.header('content-type', 'text/event-stream')
    return stream(c, async (out) => {
      out.onAbort(() => end('left'))
      if (behavior.garbage !== undefined) await out.write(behavior.garbage)
      else await send(out, behavior, body, request, c.req.raw.signal)
      end('complete')
    })
  })

  app.get('/_sandbox/model', (c) => c.json({ requests }))
  return { app, requests }
}

interface Out {
  write(text: string): Promise<unknown>
  sleep(ms: number): Promise<unknown>
  aborted: boolean
  abort(): void
}

async function send(
  out: Out,
  behavior: Behavior,
  body: ChatRequest,
  request: ModelRequest,
  left: AbortSignal,
) {
  const id = `chatcmpl-${requests++}`
  const chunk = (delta: object, finish: string | null, more: object = {}) =>
    `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 0, model: body.model, choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }], ...more })}\n\n`
  const most = behavior.ignoresLimit ? Infinity : (body.max_tokens ?? body.max_completion_tokens ?? Infinity)
  let said = ''
  let finish = 'stop'
  await out.write(chunk({ role: 'assistant', content: '' }, null))
  for (const piece of behavior.says(body)) {
    if (out.aborted) return
    if (behavior.cutAfter !== undefined && request.sent >= behavior.cutAfter) return out.abort()
    if (behavior.hangsAfter !== undefined && request.sent >= behavior.hangsAfter) {
      await new Promise<void>((resolve) => left.addEventListener('abort', () => resolve()))
      return
    }
    if (tokensOf(said + piece) > most) {
      finish = 'length'
      break
    }
    if (behavior.pauseMs) await out.sleep(behavior.pauseMs)
    said += piece
    await out.write(chunk({ content: piece }, null))
    request.sent++
  }
  if (behavior.callsTool)
    await out.write(
      chunk(
        {
          tool_calls: [
            {
              index: 0,
              id: 'call_1',
              type: 'function',
              function: { name: 'fetch_url', arguments: '{"url":"https://evil.example"}' },
            },
          ],
        },
        null,
      ),
    )
  await out.write(chunk({}, finish))
  if (body.stream_options?.include_usage && !behavior.countsNothing) {
    const prompt = tokensOf(body.messages.map(({ content }) => content).join(''))
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: tokensOf(said),
      total_tokens: prompt + tokensOf(said),
    }
    await out.write(
      `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 0, model: body.model, choices: [], usage })}\n\n`,
    )
  }
  await out.write('data: [DONE]\n\n')
}

let requests = 0

const fault = (message: string, param: string | null) => ({
  error: { message, type: 'invalid_request_error', param, code: null },
})
