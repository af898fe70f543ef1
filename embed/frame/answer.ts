import type { EmbedPageData, EmbedSession } from '#kernel/browser/embed-page.ts'
import type { FrameMessage, LoaderMessage } from '../messages.ts'
import { texts } from '../texts/en.ts'

/**
 * Answers `bb('user')`, `bb('token')` and `bb('signOut')` of the host page. Who the visitor is, and proof of it, is
 * for sites that the tenant lists by name; the wildcard of test mode is not enough.
 */
export async function answerQuestion(
  { number, what }: Extract<LoaderMessage, { type: 'ask' }>,
  session: EmbedSession,
  data: EmbedPageData,
): Promise<Extract<FrameMessage, { type: 'answer' }>> {
  const refused = (why: string) => ({ type: 'answer' as const, to: number, refused: why })
  if (what !== 'sign-out' && data.host.exact !== true) return refused(texts.answer.notListed)
  try {
    await session.restore()
    if (what === 'sign-out') await session.signOut()
    const value = what === 'user' ? session.user : what === 'token' ? await session.accessToken() : undefined
    return { type: 'answer', to: number, value: value ?? null }
  } catch (why) {
    return refused(why instanceof Error ? why.message : texts.answer.failed)
  }
}
