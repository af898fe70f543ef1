// Mock of the embed API for a page with sample data. It responds as the service would and navigates nowhere.
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedSample, EmbedSession, EmbedUser } from '#kernel/browser/embed-page.ts'
import { createMemoryStorage } from '../frame/frame-storage.ts'

/** A typical response time, so that busy buttons are visible. */
const RESPONSE_MS = 350

export interface MockEnds {
  show: EmbedApi['show']
  /** The visitor went to a third-party page and came back. */
  comeBack: () => void
}

/** @param sample the page's sample data; calls without a sample response fail with our preview message */
export function mockEmbed({ answers = {}, user }: EmbedSample, ends: MockEnds): EmbedApi {
  async function answer<T>(method: string, path: string, input: unknown): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, RESPONSE_MS))
    const found = answers[`${method} ${path.replace(/\?.*/, '')}`]
    if (found) return found(input as never) as T
    const words = 'This is a preview. Try it in live mode.'
    throw new CallError(422, 'preview', words, words)
  }
  return {
    session: mockSession(answer, user ?? null),
    arrival: Promise.resolve({ user: user ?? null }),
    call: (endpoint, input) => answer(endpoint.method, endpoint.path, input),
    host: async () => ({ framed: false, pageUrl: location.href }),
    takeCode: async () => undefined,
    tell: () => {},
    leave: ends.comeBack,
    keep: createMemoryStorage(),
    show: ends.show,
    part: async (name) => (await import('../load-profile-part.ts')).loadProfilePart(name),
  }
}

function mockSession(
  answer: <T>(method: string, path: string, input: unknown) => Promise<T>,
  first: EmbedUser | null,
): EmbedSession {
  const listeners = new Set<(user: EmbedUser | null) => void>()

  function setUser(user: EmbedUser | null): EmbedUser | null {
    session.user = user
    for (const listener of listeners) listener(user)
    return user
  }
  const enterAs = async (email: unknown) => {
    await answer('POST', '/token', {})
    return setUser({
      id: 'sample',
      email: typeof email === 'string' ? email : null,
      name: null,
      verified: true,
      since: new Date().toISOString(),
    })
  }

  const session: EmbedSession = {
    user: first,
    owed: null,
    enter: async (_, body) => ({
      user: await enterAs('email' in body ? body.email : 'ines@example.com'),
      told: {},
    }),
    ask: (method, path, body) => answer(method, path, body),
    likely: () => false,
    restore: async () => session.user,
    signIn: enterAs,
    signUp: enterAs,
    exchange: async () => null,
    oneTimeCode: () => answer('POST', '/one-time-code', {}),
    async signOut() {
      await answer('POST', '/token', {})
      setUser(null)
    },
    lookAgain: async () => {},
    accessToken: async () => undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return session
}
