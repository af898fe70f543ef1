import { once } from 'node:events'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/browser/endpoint.ts'
import { contract } from '#kernel/contract.ts'
import { bytesBody, streamBody, textBody } from '#kernel/http/body-kinds.ts'
import { eventStream } from '#kernel/http/event-stream.ts'
import { formBody } from '#kernel/http/form-body.ts'
import { anyone, creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { defineErrors } from '#kernel/errors.ts'

/** Routes with every kind of body and response, for tests of the server. They echo their input. */
const anything = contract(z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown()))
type Anything = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const at = (method: Method, path: string) => endpoint<Anything, Anything>(method, path)
const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const errors = defineErrors({ out_of_bread: { status: 422, text: 'There is no bread left' } })
export const BYTES_LIMIT = 2_000_000

/** Controls the streams of a test and records their outcome. */
export interface StreamLog {
  /** Awaited before each event after the first. */
  next?: () => Promise<void>
  cancelled?: () => void
  received: number
  ended?: string
}

/** Functions of every kind that tests call: all bodies, all responses, refusals and crashes. */
export function testFunctions(log: StreamLog = { received: 0 }): Route[] {
  const echo = methods.map((method) =>
    route(at(method, '/echo'), anyone, anything, async ({ input, claims, request }) => ({
      method,
      input,
      role: claims.role,
      sub: claims.sub,
      header: request.headers.get('x-custom'),
      region: request.headers.get('x-region'),
    })),
  )
  return [
    ...echo,
    route(at('POST', '/whoami'), creator, anything, async ({ claims }) => ({ sub: claims.sub })),
    route(at('GET', '/only-get'), anyone, anything, async () => ({ ok: true })),
    route(
      at('POST', '/bytes'),
      anyone,
      anything,
      async ({ body, input }) =>
        new Response(body, {
          headers: { 'content-type': 'application/octet-stream', 'x-input': JSON.stringify(input) },
        }),
      bytesBody({ types: ['application/octet-stream', 'image/*'], maxBytes: BYTES_LIMIT }),
    ),
    route(at('POST', '/text'), anyone, anything, async ({ body }) => new Response(body), textBody()),
    route(
      at('POST', '/form/:id'),
      anyone,
      anything,
      async ({ body, input }) => ({
        input,
        files: await Promise.all(
          body.map(async ({ field, file }) => [field, file.name, file.type, await file.text()]),
        ),
      }),
      formBody(),
    ),
    route(
      at('POST', '/stream'),
      anyone,
      anything,
      async ({ body }) => {
        try {
          for await (const piece of body) log.received += piece.length
          log.ended = 'whole'
        } catch (error) {
          log.ended = (error as { code?: string }).code ?? 'broken off'
          throw error
        }
        return { received: log.received }
      },
      streamBody({ types: ['application/octet-stream'], maxBytes: BYTES_LIMIT }),
    ),
    route(at('POST', '/events'), anyone, anything, async (c) =>
      eventStream(c, async function* (signal) {
        const away = once(signal, 'abort')
        try {
          yield { data: { n: 1, text: 'line\n\ndata: forged' } }
          await Promise.race([log.next?.(), away])
          yield { event: 'tick', data: 2 }
          if (c.input.fail === 'ours') throw new Error('canary')
          if (c.input.fail) throw errors.out_of_bread()
          await Promise.race([log.next?.(), away])
        } finally {
          if (signal.aborted) log.cancelled?.()
        }
      }),
    ),
    route(at('POST', '/answers'), anyone, anything, async ({ input }) => {
      const form = new FormData()
      form.set('name', 'rye')
      form.set('file', new Blob(['loaf']), 'loaf.txt')
      const answers: Record<string, () => Response> = {
        text: () => new Response('plain words'),
        pdf: () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
        form: () => new Response(form),
        refusal: () => {
          throw errors.out_of_bread({ details: { left: 0 } })
        },
        crash: () => {
          throw new Error('canary')
        },
        away: () => {
          throw Object.assign(new Error('canary'), { code: 'ECONNREFUSED' })
        },
        borrowed: () => Response.redirect('https://example.com/', 303),
      }
      return answers[String(input.kind)]!()
    }),
    route(
      at('POST', '/never'),
      anyone,
      anything,
      ({ request }) =>
        new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('gone')))),
    ),
  ]
}
