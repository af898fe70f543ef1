import { once } from 'node:events'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/browser/endpoint.ts'
import { contract } from '#kernel/contract.ts'
import { eventStream } from '#kernel/http/event-stream.ts'
import { anyone, creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { defineErrors } from '#kernel/errors.ts'

/** The contract of functions that return what they received. */
const anything = contract(z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown()))
type Anything = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const at = (method: Method, path: string) => endpoint<Anything, Anything>(method, path)
const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const errors = defineErrors({ out_of_bread: { status: 422, text: 'There is no bread left' } })

/** Lets a test step through an event stream and notice its end. */
export interface StreamLog {
  /** Awaited before each event after the first. */
  next?: () => Promise<void>
  cancelled?: () => void
}

/** Functions of every kind that tests call: all methods, all responses, refusals and crashes. */
export function testFunctions(log: StreamLog = {}): Route[] {
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
        bytes: () =>
          new Response(Uint8Array.of(0, 255), { headers: { 'content-type': 'application/octet-stream' } }),
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
