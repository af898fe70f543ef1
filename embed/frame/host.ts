import type { EmbedPageData, HostCode } from '#kernel/browser/embed-page.ts'
import { type FrameMessage, type LoaderMessage, seal, unseal } from '../messages.ts'

/**
 * How long to wait for the loader's greeting before treating the page as framed manually, without a loader.
 */
const GREETING_MS = 3000

export type Hello = Extract<LoaderMessage, { type: 'hello' }>

export interface Host {
  /** Whether this page is in a frame on a listed site. */
  framed: boolean
  /** Posts to the verified origin only; does nothing when there is none. */
  post: (message: FrameMessage) => void
  /** The loader's greeting, or a default one when there is no loader. */
  greeting: Promise<Hello>
  takeCode: (kind: HostCode) => Promise<string | undefined>
  /** Handles the loader's other messages. */
  hear: (message: LoaderMessage) => void
}

/**
 * The frame's side of the channel to the host page. It accepts and sends messages for one origin only: the
 * one that the loader put in the URL and the server found on the tenant's list.
 */
export function connectHost(data: EmbedPageData, frameId: string): Host {
  // A refused site learns only that it is refused. A page with sample data belongs to no site: our own previews frame it.
  const ours = data.sample === undefined ? undefined : location.origin
  const origin = data.parentOrigin ?? (data.host.refused ? data.host.origin : ours)
  const framed = parent !== window && Boolean(data.parentOrigin)
  const pendingCodes = new Map<HostCode, (code?: string) => void>()
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
        pendingCodes.set(kind, resolve)
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
    else if (message.type === 'code') pendingCodes.get(message.kind)?.(message.code)
    else host.hear(message)
  })
  if (framed) setTimeout(greeted, GREETING_MS, alone)
  else greeted(alone)
  return host
}
