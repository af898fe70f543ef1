// PROGRAM 3, part three: the views of a page, put to life over what the server rendered.
import { hydrate, render } from 'preact'
import { createCaller } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPage, HostEvent } from '#kernel/browser/embed-page.ts'
import { type Boot, ROOT_ID } from './boot.ts'
import { answerQuestion } from './frame/answer.ts'
import { arrive } from './frame/arrival.ts'
import { partitionedCookiesWork } from './frame/cookies.ts'
import type { Host } from './frame/host.ts'
import { makeKeep, memoryKeep } from './frame/keep.ts'
import { wearLook } from './frame/look.ts'
import type { FrameMessage } from './messages.ts'
import { pages } from './pages.tsx'
import { type ChannelMessage, createSession } from './session.ts'
import { Shell } from './shell.tsx'

/** Hydrates the page; from then on it runs by itself. Resolves when it listens to the visitor. */
export async function wakeUp({ page, data, themes }: Boot, host: Host, news?: ChannelMessage): Promise<void> {
  const publicKey = data.tenant?.public_key ?? ''
  // Windows that hand their session over keep nothing; one that came from no other site is the place to stay.
  const passing = 'passing' in data && data.passing === true
  const keep = passing ? memoryKeep() : makeKeep(publicKey)
  if ('restoring' in data && data.restoring && !keep.get('session')) keep.set('session', 'cookie')
  const channel = passing ? undefined : new BroadcastChannel(`bb:${publicKey}`)
  const session = createSession({
    apiUrl: data.apiUrl,
    publicKey,
    tenantId: data.tenant?.id ?? '',
    keep,
    lang: document.documentElement.lang,
    cookies: () => !passing && partitionedCookiesWork(),
    channel,
    lock: navigator.locks && ((work) => navigator.locks.request(`bb:${publicKey}`, work)),
  })
  if (news) channel?.dispatchEvent(new MessageEvent('message', { data: news }))

  const embed: EmbedApi = {
    session,
    arrival: arrive(session, host),
    call: createCaller({
      url: `${data.apiUrl}/functions/v1`,
      apiKey: publicKey,
      accessToken: session.accessToken,
    }),
    host: async () => ({ framed: host.framed, pageUrl: (await host.greeting).page }),
    takeCode: host.takeCode,
    tell: (event) => host.post(asMessage(event)),
    leave(url) {
      if (host.framed) host.post({ type: 'navigate', url })
      else open(url, '_top')
    },
    keep,
    show(next) {
      history.replaceState(null, '', `/embed/${next}${location.search}`)
      void put(next, render)
    },
  }

  async function put(name: string, how: typeof render): Promise<void> {
    const { default: Page, language } = await pages[name]!()
    const { lang } = document.documentElement
    await language?.load(lang)
    language?.speak(lang)
    how(
      <Shell page={Page as EmbedPage} lang={lang} data={data} embed={embed} />,
      document.getElementById(ROOT_ID)!,
    )
  }

  host.hear = (message) => {
    if (message.type === 'look') wearLook(message, themes)
    if (message.type === 'ask') void answerQuestion(message, session, data).then(host.post)
  }
  // In an opened panel the key would not reach the host page's dialog.
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') host.post({ type: 'close' })
  })
  await put(page, hydrate)
}

function asMessage(event: HostEvent): FrameMessage {
  if (event.type === 'close' || event.type === 'open') return event
  const { type, ...detail } = event
  return { type, detail } as FrameMessage
}
