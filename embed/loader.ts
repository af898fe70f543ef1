// Embeds, part one: the script tag's code on the host page. Built to `dist/embed/loader/bb.js`.
import { findTag, tagAddress } from './loader/base.ts'
import { makeGlobal } from './loader/commands.ts'
import { makePolicyWatch } from './loader/frame.ts'
import { type Later, makeMessageListener } from './loader/listen.ts'
import { watchLooks } from './loader/looks.ts'
import type { startMore } from './loader/more.ts'
import { note } from './loader/note.ts'
import { makeOpener } from './loader/opener.ts'
import type { Page } from './loader/page.ts'
import { placeWaiting, watchPlaces } from './loader/places.ts'
import { attribute } from './loader/settings.ts'

declare const __BB_VERSION__: string
declare const __BB_MORE_HASH__: string
declare global {
  interface Window {
    bb?: ((...call: unknown[]) => unknown) & { q?: Iterable<unknown>[]; v?: string }
  }
}

function start(): void {
  const tag = findTag()
  // A second tag: the first one's loader handles it.
  if (!tag || customElements.get('bb-block')) return
  const later: Later = {}
  const page: Page = {
    ...tagAddress(tag)!,
    tenant: attribute(tag, 'tenant'),
    mounts: [],
    awaited: /\bbb_/.test(location.hash),
    codes: {},
    signedIn: {},
    look: {},
    loadMore: () => {
      const address = `${page.folder}bb-more.js`
      if (!page.more && tag.integrity) {
        // A preload is checked against the hash, and the import then uses that response or fails.
        const link = document.createElement('link')
        Object.assign(link, { rel: 'modulepreload', href: address, integrity: __BB_MORE_HASH__ })
        document.head.append(link)
      }
      return (page.more ??= import(/* @vite-ignore */ address).then(
        (part: { startMore: typeof startMore }) => part.startMore(page, later),
        (why: unknown) => {
          page.more = undefined
          throw why
        },
      ))
    },
    wake: (then) => void page.loadMore().then(then, (why: Error) => note(why.message)),
    attach() {
      addEventListener('message', hear)
      addEventListener('securitypolicyviolation', noticePolicy)
      addEventListener('click', open)
    },
  }
  const bb = makeGlobal(page, __BB_VERSION__)
  const hear = makeMessageListener(page, later)
  const noticePolicy = makePolicyWatch(page)
  const open = makeOpener(bb)
  // Ignore a `window.bb` that is only the named access to an element with that ID.
  const earlier = Object.hasOwn(window, 'bb') && window.bb
  const stubbed = !earlier || /\bq\b/.test(String(earlier))
  if (stubbed) window.bb = bb as Window['bb']
  else note('window.bb is taken')
  page.attach()
  watchPlaces(page)
  const parsed = () => {
    placeWaiting()
    watchLooks(page)
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', parsed)
  else parsed()
  if (earlier && stubbed) for (const call of earlier.q ?? []) bb(...(call as [string]))
}

start()
