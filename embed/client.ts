// Embeds, part two: what a page in the frame runs on first view. It talks to the host page and keeps the
// frame as high as its content. The views are hydrated (embed/awake.tsx) when they are needed. This script is
// inlined in the document (embed/page.ts) and built without the modules that it loads later.
import { takeEarlyClicks } from '#kernel/browser/early-clicks.ts'
import { type Boot, BOOT_ID, ROOT_ID } from './boot.ts'
import { hydrateOnInteraction } from './frame/hydrate-on-interaction.ts'
import { connectHost } from './frame/host.ts'
import { storedKeys } from './frame/frame-storage.ts'
import { openChannel } from './frame/broadcast-channel.ts'
import type { Look } from './messages.ts'
import type { ChannelMessage } from './session-state.ts'
import { currentHeight, watchHeight } from './frame/height.ts'
import { areFilesAvailable, retryOnReconnect } from './frame/retry-on-reconnect.ts'

const boot = JSON.parse(document.getElementById(BOOT_ID)!.textContent) as Boot
const { data } = boot
const publicKey = data.tenant?.public_key ?? ''
const query = new URLSearchParams(location.search)
const host = connectHost(data, query.get('frame') ?? '')
const early = takeEarlyClicks()
let awake: Promise<unknown> | undefined

/** Hydrates the views. @param news a message that another frame of this tenant has just sent */
function wake(news?: ChannelMessage): Promise<unknown> {
  awake ??= fetchViews().then(({ hydratePage }) => hydratePage(boot, host, news))
  awake.then(
    () => history.state && history.replaceState(null, ''),
    () => {
      awake = undefined
      void reloadWhenBack()
    },
  )
  return awake
}

/**
 * Preloads all modules at once. Otherwise each would be requested only after the one that imports it has
 * loaded.
 */
function fetchViews(): Promise<typeof import('./awake.tsx')> {
  for (const href of boot.views) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href })
    document.head.append(link)
  }
  return import(/* @vite-ignore */ boot.awake)
}

let waiting = false

/**
 * Shows an offline message and reloads when the connection is back. Browsers cache a failed module import:
 * only a new document requests it again, and in WebKit only after it was fetched as something other than a
 * script.
 */
async function reloadWhenBack(): Promise<void> {
  if (waiting) return
  waiting = true
  const notice = document.createElement('p')
  notice.setAttribute('role', 'alert')
  notice.textContent = boot.words.offline
  document.getElementById(ROOT_ID)?.append(notice)
  const isBack = async () =>
    (await fetch(location.href, { method: 'HEAD' })).ok && (await areFilesAvailable(boot.views))
  // Pass the retry delay on to the next document. If its views fail too (something blocks only its scripts),
  // it would otherwise reload every two seconds for as long as the page is open.
  history.replaceState(await retryOnReconnect(isBack, (history.state as number | null) ?? undefined), '')
  location.reload()
}

/** The latest look. Imports that were requested one after the other may resolve in any order. */
let look: Look

host.hear = async (message) => {
  if (message.type === 'look') {
    look = message
    // A color change does not need hydration.
    const { applyLook }: typeof import('./frame/look.ts') = await import(/* @vite-ignore */ boot.look)
    applyLook(look, boot)
  } else
    await wake().then(
      () => host.hear(message),
      // The page shows the error and reloads; the loader then asks again.
      () => {},
    )
}
// A view that a signed-in visitor does not get must not take its height first.
const isReplaced =
  !data.host.refused && !!document.querySelector('[data-signed-out]') && storedKeys(publicKey).length > 0
const height = isReplaced ? innerHeight : currentHeight()
const watch = () =>
  watchHeight((now) => host.post({ type: 'resize', height: now }), data.host.refused ? undefined : height)
if (!isReplaced) watch()

if (data.host.refused)
  host.post({
    type: 'error',
    detail: {
      code: data.host.unknownBlock
        ? 'unknown_block'
        : data.host.unavailable
          ? 'not_available'
          : 'origin_not_allowed',
    },
  })
else {
  host.post({
    type: 'ready',
    height,
    checkout: data.checkoutOrigins,
    title: document.title,
    width: boot.width,
  })
  const { measuring } = data.host
  if (measuring) {
    host.post({ type: 'measure', needsConsent: measuring === 'consent' })
    const started = () => host.post({ type: 'started' })
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, started, { capture: true, once: true })
  }
  // Hydrate now if the page was rendered as busy and waits for its script, if storage has an earlier session
  // to restore, or if the address has an error for the views to show, or a secret that only the browser sees.
  if (
    document.querySelector('[aria-busy]') ||
    storedKeys(publicKey).length ||
    data.viewedAs ||
    query.has('error_code') ||
    location.hash
  ) {
    const awakened = wake()
    if (isReplaced) void awakened.then(watch, watch)
  } else {
    host.post({ type: 'signed-out', until: 0, detail: {} })
    void host.greeting.then(({ codes }) => codes.length && wake())
    // Another frame of this tenant may sign a user in.
    if (publicKey)
      openChannel(publicKey)?.addEventListener('message', ({ data: news }: MessageEvent<ChannelMessage>) =>
        wake(news),
      )
  }
  // In an opened panel the host page's dialog does not receive the key. The views need not be hydrated for
  // it.
  addEventListener('keydown', ({ key }) => key === 'Escape' && host.post({ type: 'close' }))
  hydrateOnInteraction(() => wake(), document, early)
}
