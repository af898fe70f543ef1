import { createCaller } from '#kernel/browser/call.ts'
import type { EmbedApi, HostEvent } from '#kernel/browser/embed-page.ts'
import type { Boot } from './boot.ts'
import { answerQuestion } from './frame/answer.ts'
import { arrive } from './frame/arrival.ts'
import { partitionedCookiesWork } from './frame/cookies.ts'
import type { Host } from './frame/host.ts'
import { createFrameStorage, createMemoryStorage } from './frame/frame-storage.ts'
import { runExclusively, openChannel } from './frame/broadcast-channel.ts'
import type { FrameMessage } from './messages.ts'
import { createSession } from './session.ts'
import type { ChannelMessage } from './session-state.ts'

/**
 * Creates the API of a page's views: the visitor's session, the service, and the host page around them. From
 * here on, the page handles the host's messages.
 */
export function createEmbedApi(
  boot: Boot,
  host: Host,
  show: EmbedApi['show'],
  news?: ChannelMessage,
): EmbedApi {
  const { data } = boot
  const publicKey = data.tenant?.public_key ?? ''
  // Windows that hand their session over store nothing, except those that were not opened from a site: they
  // keep it.
  const passing = 'passing' in data && data.passing === true
  const keep = passing ? createMemoryStorage() : createFrameStorage(publicKey)
  if ('restoring' in data && data.restoring && !keep.get('session')) keep.set('session', 'cookie')
  const channel = passing ? undefined : openChannel(publicKey)
  const session = createSession({
    apiUrl: data.apiUrl,
    publicKey,
    tenantId: data.tenant?.id ?? '',
    keep,
    lang: document.documentElement.lang,
    cookies: () => !passing && partitionedCookiesWork(),
    channel,
    lock: (work) => runExclusively(publicKey, work),
  })
  const call = createCaller({
    url: `${data.apiUrl}/functions/v1`,
    apiKey: publicKey,
    accessToken: session.accessToken,
  })
  if (news) channel?.dispatchEvent(new MessageEvent('message', { data: news }))

  host.hear = (message) => {
    if (message.type === 'look')
      void import('./frame/look.ts').then(({ applyLook }) => applyLook(message, boot))
    if (message.type === 'ask') void answerQuestion(message, { session, call }, data).then(host.post)
  }
  // When the visitor returns to the page, check whether the session was ended elsewhere.
  const checkOnReturn = () => document.visibilityState === 'visible' && void session.lookAgain()
  document.addEventListener('visibilitychange', checkOnReturn)
  addEventListener('focus', checkOnReturn)
  return {
    session,
    arrival: arrive(session, host),
    call,
    host: async () => ({ framed: host.framed, pageUrl: (await host.greeting).page }),
    takeCode: host.takeCode,
    tell: (event) => host.post(asMessage(event)),
    leave(url) {
      if (host.framed) host.post({ type: 'navigate', url })
      else open(url, '_top')
    },
    keep,
    show,
    part: async (name) => (await import('./load-profile-part.ts')).loadProfilePart(name),
  }
}

function asMessage(event: HostEvent): FrameMessage {
  if (event.type === 'close' || event.type === 'open') return event
  const { type, ...detail } = event
  return { type, detail } as FrameMessage
}
