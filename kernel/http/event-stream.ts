import { AppError } from '../errors.ts'
import type { RouteContext } from './route.ts'

export interface ServerEvent {
  /** JSON is sent of everything. */
  data: unknown
  /** `message` when left out. Letters, digits, `-`, `_` and `.` only. */
  event?: string
}

/** Milliseconds after which a silent stream says that it is alive: proxies cut what is silent for a minute. */
const HEARTBEAT = 15_000
const NAME = /^[\w.-]+$/

/**
 * Answers events as they happen (text/event-stream), each sent at once. Taken one by one as fast as the caller reads;
 * when the caller goes away, `signal` says so to whatever the events wait for, and the iterator ends. A failure under
 * way is an event named `error` with the body that an answer would have had, and the end: the status was sent long ago.
 */
export function eventStream(
  { kernel, requestId }: Pick<RouteContext<unknown>, 'kernel' | 'requestId'>,
  events: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
): Response {
  const away = new AbortController()
  const iterator = events(away.signal)[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let heartbeat: NodeJS.Timeout | undefined
  let failed = false

  async function next(): Promise<string | undefined> {
    try {
      const { done, value } = await iterator.next()
      return done ? undefined : textOf(value)
    } catch (error) {
      const known = error instanceof AppError
      if (!known) kernel.log.error({ err: error, requestId }, 'a stream failed')
      const words = known ? error.message : 'Something went wrong. Please try again.'
      failed = true
      return textOf({ event: 'error', data: { error: words, code: known ? error.code : 'internal' } })
    }
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        heartbeat = setInterval(() => controller.enqueue(encoder.encode(':\n\n')), HEARTBEAT).unref()
      },
      async pull(controller) {
        const text = failed ? undefined : await next()
        if (text !== undefined) return controller.enqueue(encoder.encode(text))
        clearInterval(heartbeat)
        controller.close()
      },
      async cancel() {
        clearInterval(heartbeat)
        away.abort()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  }
  return new Response(stream, { headers })
}

/** JSON holds no bare line end, so one `data:` line is enough. */
function textOf({ data, event }: ServerEvent): string {
  if (event !== undefined && !NAME.test(event))
    throw new Error(`${JSON.stringify(event)} is no name of an event`)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data) ?? 'null'}\n\n`
}
