import { AppError } from '../errors.ts'
import type { RouteContext } from './route.ts'

export interface ServerEvent {
  /** Sent as JSON. */
  data: unknown
  /** Default: `message`. Letters, digits, `-`, `_` and `.` only. */
  event?: string
}

/** Interval of heartbeats in milliseconds: proxies close connections that are silent for a minute. */
const HEARTBEAT = 15_000
const NAME = /^[\w.-]+$/

/**
 * Streams events (text/event-stream), each one immediately and as fast as the caller reads. When the caller
 * disconnects, `signal` aborts whatever the events wait for, and the iterator ends. A failure after the start becomes an
 * event named `error` with the usual error body, and ends the stream, because the status has already been sent.
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

/** JSON contains no bare line breaks, so one `data:` line is enough. */
function textOf({ data, event }: ServerEvent): string {
  if (event !== undefined && !NAME.test(event))
    throw new Error(`${JSON.stringify(event)} is no name of an event`)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data) ?? 'null'}\n\n`
}
