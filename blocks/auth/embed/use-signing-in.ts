import { useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { useMachine } from '#ui/base/use-machine.ts'
import { auth0ErrorMessage } from './auth0/auth0-error.ts'
import { auth0Address, signInWithAuth0, signOutOfAuth0 } from './auth0/window.ts'
import { createFormDraftStore, type FormDraft } from './auth-form.tsx'
import type { AuthPageData, ProviderChoice } from './data-types.ts'
import { errorMessage, isAboutPassword } from './error-message.ts'
import { unmatchedProviderError } from './provider-response.ts'
import { firstState, reduceSigningIn, type SessionView, type SignInEffect } from './signing-in.ts'
import { texts } from './texts/spoken.ts'
import { requestFromWindow, providerAddress } from './window.ts'

/** Chooses the view for the state of the session. */
const viewOf = ({ user, owed }: EmbedApi['session']): SessionView =>
  user ? 'signed-in' : owed ? 'second' : 'form'

/** Performs the effects of the state machine in signing-in.ts, and the ways to sign in. */
export function useSigningIn(data: AuthPageData, embed: EmbedApi | undefined, onSignedIn?: () => void) {
  const [first] = useState(() => firstState(Boolean(embed?.session.user), Boolean(data.restoring)))
  const [state, send] = useMachine(first, reduceSigningIn, run)
  const [typed] = useState(createFormDraftStore)
  const isIntermediateStep = onSignedIn !== undefined
  // The host page's origin until it has sent its full address.
  const hostPage = useRef(data.parentOrigin ? `${data.parentOrigin}/` : '')
  const publicKey = data.tenant?.public_key ?? ''

  function run(effect: SignInEffect): void {
    switch (effect.type) {
      case 'forget-password':
        return typed.set({ password: '' })
      case 'select-sign-in':
        return typed.set({ mode: 'sign-in' })
      case 'show-welcome':
        return void welcome(effect.userId)
      case 'report':
        return onSignedIn?.()
    }
  }

  useEffect(() => {
    if (!embed || data.error) return undefined
    const { session } = embed
    async function arrive(api: EmbedApi) {
      if (session.likely() && !session.user) send({ type: 'restoring' })
      void api
        .host()
        .then(({ framed, pageUrl }) => (hostPage.current = framed || isIntermediateStep ? pageUrl : ''))
      const { problem: failed } = await api.arrival
      const next = viewOf(session)
      const refused = unmatchedProviderError()
      const message = failed ? texts.errors.handOver : refused && errorMessage(refused)
      send({ type: 'arrived', next, problem: message ? { message } : null })
    }
    void arrive(embed)
    return session.subscribe(() => send({ type: 'session-changed', next: viewOf(session) }))
    // oxlint-disable-next-line react/exhaustive-deps -- these events only use the state in the ref and the draft
  }, [embed, data.error, typed, isIntermediateStep])

  useEffect(() => {
    if (state.view === 'signed-in') onSignedIn?.()
  }, [state.view, onSignedIn])

  /** Shows an error and keeps what was typed. */
  async function attempt(work: () => Promise<unknown>) {
    send({ type: 'retried' })
    try {
      await work()
    } catch (why) {
      const field = isAboutPassword(why) ? { field: 'password' as const } : {}
      send({ type: 'failed', problem: { message: errorMessage(why), ...field } })
    }
  }

  async function welcome(id: string) {
    const { session } = embed!
    await embed!.show('success').catch((why: unknown) => {
      const sameUser = session.user?.id === id
      send({ type: 'welcome-failed', next: viewOf(session), sameUser, why })
    })
  }

  /** Continues to the welcome page, or to a pending second step. */
  function goOn() {
    const { session } = embed!
    const userId = session.user?.id ?? null
    send({ type: 'entered', next: viewOf(session), userId, intermediate: isIntermediateStep })
  }

  const submit = ({ mode, email, password }: FormDraft) =>
    attempt(async () => {
      const { session } = embed!
      if (mode === 'sign-in') await session.signIn(email, password)
      else if (!(await session.signUp(email, password, await mailTarget())))
        return send({ type: 'turned', to: 'signup' })
      goOn()
    })

  const withPasskey = () =>
    attempt(async () => {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts')
      await signInWithPasskey(embed!.session)
      goOn()
    })

  function withProvider(provider: ProviderChoice) {
    // Browsers allow popups only inside the click handler, so open it before the first await.
    const handed = requestFromWindow(providerAddress(publicKey, provider, hostPage.current))
    return attempt(async () => {
      if (!handed) {
        // The popup was blocked: the whole page goes to the provider and returns.
        const { framed, pageUrl } = await embed!.host()
        const address = providerAddress(publicKey, provider, framed || isIntermediateStep ? pageUrl : '')
        return embed!.leave(new URL(address, location.href).href)
      }
      await embed!.session.enter('/token?grant_type=pkce', await handed)
      goOn()
    })
  }

  /** @throws {CallError} caught here and shown at the button */
  async function withAuth0() {
    const { auth0_domain, auth0_client_id } = data.tenant!
    send({ type: 'retried' })
    try {
      if (!auth0_domain || !auth0_client_id) throw new CallError(0, 'auth0_not_configured', '')
      // Browsers allow popups only inside the click handler, so open it before the first await.
      const signedIn = signInWithAuth0(embed!, { publicKey, back: hostPage.current }, goOn)
      if (signedIn) return await signedIn
      // The popup was blocked: the whole page goes to Auth0 and returns.
      const { framed, pageUrl } = await embed!.host()
      const address = auth0Address(publicKey, 'begin', framed || isIntermediateStep ? pageUrl : '')
      embed!.leave(new URL(address, location.href).href)
    } catch (why) {
      const message = auth0ErrorMessage(why)
      if (message) send({ type: 'failed', problem: { message } })
    }
  }

  /** Where email links finally lead: the host page, or this page when it is not in a frame. */
  async function mailTarget(): Promise<string> {
    const { framed, pageUrl } = await embed!.host()
    return framed ? pageUrl : `${location.origin}/embed/auth?tenant=${publicKey}`
  }

  const signOut = () =>
    data.tenant!.auth_provider === 'auth0'
      ? signOutOfAuth0(embed!, { publicKey, back: hostPage.current })
      : embed!.session.signOut()

  return { state, send, typed, goOn, submit, withPasskey, withProvider, withAuth0, mailTarget, signOut }
}
