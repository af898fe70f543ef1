import type { EmbedPageData, HostCode } from '#kernel/browser/embed-page.ts'
import { type FrameMessage, type LoaderMessage, seal, unseal } from '../messages.ts'

/** How long to wait for the loader's greeting before taking the page for framed by hand. */
const GREETING_MS = 3000

export type Hello = Extract<LoaderMessage, { type: 'hello' }>

export interface Host {
  /** A checked page of the tenant's list stands around this one. */
  framed: boolean
  /** Posts to the checked origin and to no other; says nothing when there is none. */
  post: (message: FrameMessage) => void
  /** The loader's greeting; a made-up one when nobody greets. */
  greeting: Promise<Hello>
  takeCode: (kind: HostCode) => Promise<string | undefined>
  /** Hears what else the loader says. */
  hear: (message: LoaderMessage) => void
}

/**
 * The frame's end of the wire to the host page. It hears and answers one origin only: the one that the loader named
 * in the address and that the server found on the tenant's list.
 */
export function connectHost(data: EmbedPageData, frameId: string): Host {
  // A refused site learns that it is refused, and nothing else.
  const origin = data.parentOrigin ?? (data.host.refused ? data.host.origin : undefined)
  const framed = parent !== window && Boolean(data.parentOrigin)
  const awaited = new Map<HostCode, (code?: string) => void>()
  const { promise: greeting, resolve: greeted } = Promise.withResolvers<Hello>()
  const alone: Hello = {
    type: 'hello',
    page: parent === window ? location.href : document.referrer,
    codes: [],
  }

  const host: Host = {
    framed,
    post(message) {
      if (origin && parent !== window) parent.postMessage(seal(frameId, message), origin)
    },
    greeting,
    async takeCode(kind) {
      if (!(await greeting).codes.includes(kind)) return undefined
      return new Promise((resolve) => {
        awaited.set(kind, resolve)
        host.post({ type: 'take', kind })
      })
    },
    hear: () => {},
  }

  addEventListener('message', (event) => {
    if (!framed || event.source !== parent || event.origin !== data.parentOrigin) return
    const message = unseal<LoaderMessage>(event.data)
    if (message?.id !== frameId) return
    if (message.type === 'hello') greeted(message)
    else if (message.type === 'code') awaited.get(message.kind)?.(message.code)
    else host.hear(message)
  })
  if (framed) setTimeout(greeted, GREETING_MS, alone)
  else greeted(alone)
  return host
}
