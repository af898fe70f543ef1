// PROGRAM 3, part two: what a page in the frame runs on first view. It speaks with the host page and keeps the frame
// as high as its content; the views wake up (embed/awake.tsx) when there is something for them to do.
import { type Boot, BOOT_ID, ROOT_ID } from './boot.ts'
import { dozeUntilTouched } from './frame/doze.ts'
import { connectHost } from './frame/host.ts'
import { keptNames } from './frame/keep.ts'
import type { ChannelMessage } from './session.ts'
import { currentHeight, watchHeight } from './frame/size.ts'
import { texts } from './texts/en.ts'

const boot = JSON.parse(document.getElementById(BOOT_ID)!.textContent) as Boot
const { data } = boot
const publicKey = data.tenant?.public_key ?? ''
const query = new URLSearchParams(location.search)
const host = connectHost(data, query.get('frame') ?? '')
let awake: Promise<unknown> | undefined

/** @param news what another frame of this tenant has just told */
function wake(news?: ChannelMessage): Promise<unknown> {
  awake ??= import('./awake.tsx').then(({ wakeUp }) => wakeUp(boot, host, news))
  awake.catch(() => {
    awake = undefined
    startAnewWhenBack()
  })
  return awake
}

let waiting = false

/** Says why nothing happens. A browser remembers a module it could not load: only a new document asks for it again. */
function startAnewWhenBack(): void {
  if (waiting) return
  waiting = true
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = texts.offline
  document.getElementById(ROOT_ID)?.append(words)
  const isBack = () => fetch(location.href, { method: 'HEAD' }).then(({ ok }) => ok && location.reload())
  setInterval(() => isBack().catch(() => {}), 2000)
}

host.hear = async (message) => {
  if (message.type === 'look') {
    // Other colours are no reason to wake.
    const { wearLook } = await import('./frame/look.ts')
    wearLook(message, boot.themes)
  } else {
    await wake()
    host.hear(message)
  }
}
const height = currentHeight()
watchHeight((now) => host.post({ type: 'resize', height: now }), data.host.refused ? undefined : height)

if (data.host.refused) host.post({ type: 'error', detail: { code: 'origin_not_allowed' } })
else {
  host.post({ type: 'ready', height, checkout: data.checkoutOrigins })
  // Rendered as busy: it waits for its script. Something kept here: an earlier visit is to be taken up again. A
  // refusal in the address: the views tell it.
  if (document.querySelector('[aria-busy]') || keptNames(publicKey).length || query.has('error_code'))
    void wake()
  else {
    host.post({ type: 'signed-out', until: 0, detail: {} })
    void host.greeting.then(({ codes }) => codes.length && wake())
    // Another frame of this tenant signs somebody in.
    if (publicKey)
      new BroadcastChannel(`bb:${publicKey}`).addEventListener(
        'message',
        ({ data: news }: MessageEvent<ChannelMessage>) => wake(news),
      )
  }
  dozeUntilTouched(() => wake())
}
