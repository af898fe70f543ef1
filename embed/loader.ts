// PROGRAM 3, part one: what the script tag runs on somebody's page. Built to `dist/embed/loader/bb.js`.
import { findTag, tagAddress } from './loader/base.ts'
import { takeCodes } from './loader/codes.ts'
import { makeGlobal } from './loader/commands.ts'
import { watchPolicy } from './loader/frame.ts'
import { type Later, listen } from './loader/listen.ts'
import { watchLooks } from './loader/looks.ts'
import { note } from './loader/note.ts'
import type { Page } from './loader/page.ts'
import { placeWaiting, watchPlaces } from './loader/places.ts'
import type { startMore } from './loader/more.ts'
import { attribute } from './loader/settings.ts'

declare const __BB_VERSION__: string
declare global {
  interface Window {
    bb?: ((...call: unknown[]) => unknown) & { q?: Iterable<unknown>[]; v?: string }
  }
}

function start(): void {
  const tag = findTag()
  const earlier = window.bb
  // A second tag: the first one's loader has seen it already, or sees it now by itself.
  if (!tag || earlier?.v) return
  const later: Later = {}
  let more: ReturnType<typeof loadPart> | undefined
  const loadPart = async () => {
    const part = (await import(/* @vite-ignore */ `${page.folder}bb-more.js`)) as {
      startMore: typeof startMore
    }
    return part.startMore(page, later)
  }
  const loadMore = () =>
    (more ??= loadPart().catch((why: unknown) => {
      more = undefined
      throw why
    }))
  const page: Page = {
    ...tagAddress(tag)!,
    tenant: attribute(tag, 'tenant'),
    mounts: new Map(),
    needMore: () => loadMore().catch((why: Error) => note(why.message)),
    codes: takeCodes(),
    signedIn: {},
    look: {},
  }
  const bb = makeGlobal(page, __BB_VERSION__, loadMore)
  window.bb = bb as Window['bb']
  listen(page, later)
  watchPolicy(page)
  watchPlaces(page)
  const parsed = () => {
    placeWaiting()
    watchLooks(page)
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', parsed)
  else parsed()
  for (const call of earlier?.q ?? []) bb(...(call as [string]))
}

start()
