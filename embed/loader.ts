// Embeds, part one: the script tag's code on the host page. Built to `dist/embed/loader/bb.js`.
import { findTag, tagAddress } from './loader/base.ts'
import { bb } from './loader/commands.ts'
import { noticePolicy } from './loader/frame.ts'
import { hearFrame } from './loader/listen.ts'
import { watchLooks } from './loader/looks.ts'
import type { startMore } from './loader/more.ts'
import { note } from './loader/note.ts'
import { openOnClick } from './loader/opener.ts'
import type { Page } from './loader/page.ts'
import { placeWaiting, watchPlaces } from './loader/places.ts'
import { attribute } from './loader/settings.ts'
import { page } from './loader/state.ts'

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
  Object.assign(page, tagAddress(tag), {
    tenant: attribute(tag, 'tenant'),
    awaited: /\bbb_/.test(location.hash),
    loadMore: () => {
      const address = `${page.folder}bb-more.js`
      if (!page.more && tag.integrity) {
        // A preload is checked against the hash, and the import then uses that response or fails.
        document.head.append(
          Object.assign(document.createElement('link'), {
            rel: 'modulepreload',
            href: address,
            integrity: __BB_MORE_HASH__,
          }),
        )
      }
      return (page.more ??= import(/* @vite-ignore */ address).then(
        (part: { startMore: typeof startMore }) => part.startMore(page, page),
        (why: unknown) => {
          page.more = undefined
          throw why
        },
      ))
    },
    wake: (then?: () => void) => void page.loadMore().then(then, note),
    attach() {
      addEventListener('message', hearFrame)
      addEventListener('securitypolicyviolation', noticePolicy)
      addEventListener('click', openOnClick)
    },
  } satisfies Partial<Page>)
  // Ignore a `window.bb` that is only the named access to an element with that ID.
  const earlier = Object.hasOwn(window, 'bb') && window.bb
  const stubbed = !earlier || /\bq\b/.test(String(earlier))
  if (stubbed) window.bb = bb as Window['bb']
  else note('window.bb is taken')
  page.attach()
  watchPlaces()
  const parsed = () => {
    placeWaiting()
    watchLooks()
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', parsed)
  else parsed()
  if (earlier && stubbed) for (const call of earlier.q ?? []) bb(...(call as [string]))
}

start()
