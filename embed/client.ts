// PROGRAM 3, part two: what a page in the frame runs on first view. It speaks with the host page and keeps the frame
// as high as its content; the views wake up (embed/awake.tsx) when there is something for them to do. It stands in the
// document itself (embed/page.ts), built without the modules that it loads later.
import { takeEarlyClicks } from '#kernel/browser/early-clicks.ts'
import type { wakeUp } from './awake.tsx'
import { type Boot, BOOT_ID, ROOT_ID } from './boot.ts'
import { dozeUntilTouched } from './frame/doze.ts'
import { connectHost } from './frame/host.ts'
import { keptNames } from './frame/keep.ts'
import type { wearLook } from './frame/look.ts'
import { openChannel } from './frame/together.ts'
import type { ChannelMessage } from './session.ts'
import { currentHeight, watchHeight } from './frame/size.ts'
import { areBack, whenBack } from './frame/when-back.ts'

const boot = JSON.parse(document.getElementById(BOOT_ID)!.textContent) as Boot
const { data } = boot
const publicKey = data.tenant?.public_key ?? ''
const query = new URLSearchParams(location.search)
const host = connectHost(data, query.get('frame') ?? '')
const early = takeEarlyClicks()
let awake: Promise<unknown> | undefined

/** @param news what another frame of this tenant has just told */
function wake(news?: ChannelMessage): Promise<unknown> {
  awake ??= fetchViews().then(({ wakeUp }) => wakeUp(boot, host, news))
  awake.then(
    () => history.state && history.replaceState(null, ''),
    () => {
      awake = undefined
      void startAnewWhenBack()
    },
  )
  return awake
}

/** All modules at once; each would else be asked for only when the one that imports it is there. */
function fetchViews(): Promise<{ wakeUp: typeof wakeUp }> {
  for (const href of boot.views) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href })
    document.head.append(link)
  }
  return import(/* @vite-ignore */ boot.awake)
}

let waiting = false

/**
 * Says why nothing happens. A browser remembers a module it could not load: only a new document asks for it again, and
 * in WebKit only once it was fetched for something else than a script.
 */
async function startAnewWhenBack(): Promise<void> {
  if (waiting) return
  waiting = true
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = boot.words.offline
  document.getElementById(ROOT_ID)?.append(words)
  const isBack = async () =>
    (await fetch(location.href, { method: 'HEAD' })).ok && (await areBack(boot.views))
  // The next document goes on where this one stopped: where its views do not come either (something keeps scripts from
  // it alone), it would else begin anew every two seconds for as long as the page stands open.
  history.replaceState(await whenBack(isBack, (history.state as number | null) ?? undefined), '')
  location.reload()
}

host.hear = async (message) => {
  if (message.type === 'look') {
    // Other colours are no reason to wake.
    const part: { wearLook: typeof wearLook } = await import(/* @vite-ignore */ boot.look)
    part.wearLook(message, boot)
  } else
    await wake().then(
      () => host.hear(message),
      // The page says so, and begins anew: the loader asks again then.
      () => {},
    )
}
const height = currentHeight()
watchHeight((now) => host.post({ type: 'resize', height: now }), data.host.refused ? undefined : height)

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
  // Rendered as busy: it waits for its script. Something kept here: an earlier visit is to be taken up again. A
  // refusal in the address: the views tell it.
  if (document.querySelector('[aria-busy]') || keptNames(publicKey).length || query.has('error_code'))
    void wake()
  else {
    host.post({ type: 'signed-out', until: 0, detail: {} })
    void host.greeting.then(({ codes }) => codes.length && wake())
    // Another frame of this tenant signs somebody in.
    if (publicKey)
      openChannel(publicKey)?.addEventListener('message', ({ data: news }: MessageEvent<ChannelMessage>) =>
        wake(news),
      )
  }
  // In an opened panel the key would not reach the host page's dialog; the views need not be there for it.
  addEventListener('keydown', ({ key }) => key === 'Escape' && host.post({ type: 'close' }))
  dozeUntilTouched(() => wake(), document, early)
}
