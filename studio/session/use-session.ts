import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { isFirstSignIn, markNewAccount } from '../auth/new-account.ts'
import { authClient, hasStoredSession, onAuthClient } from './auth-client.ts'
import { loadedQueryClient } from '../data/queries.tsx'
import { secondFactorDue } from './second-factor-due.ts'
import type { Auth, SignedInUser } from './session-context.ts'
import { SESSION_KEY, clearProductKeys, restartHistory } from '../data/storage.ts'

type SessionState = Pick<Auth, 'user' | 'pendingUser' | 'passwordDue'>

const SIGNED_OUT: SessionState = { user: null, pendingUser: null, passwordDue: null }

const same = (a: SignedInUser | null, b: SignedInUser | null) => a?.id === b?.id && a?.email === b?.email

/** Returns the state after an auth event. Returns the same object if nothing relevant to screens changed. */
function stateAfter(
  now: SessionState | undefined,
  event: AuthChangeEvent,
  session: Session | null,
): SessionState {
  if (!session) return SIGNED_OUT
  const sessionUser = { id: session.user.id, email: session.user.email ?? '' }
  const needsSecondFactor = secondFactorDue(session)
  const next: SessionState = {
    user: needsSecondFactor ? null : sessionUser,
    pendingUser: needsSecondFactor ? sessionUser : null,
    passwordDue: passwordDue(now, event, session),
  }
  const unchanged =
    now &&
    same(now.user, next.user) &&
    same(now.pendingUser, next.pendingUser) &&
    now.passwordDue === next.passwordDue
  return unchanged ? now : next
}

/** The response to a redeemed code says if the owner has not set a password yet; setting one clears this. */
function passwordDue(
  now: SessionState | undefined,
  event: AuthChangeEvent,
  session: Session,
): SessionState['passwordDue'] {
  if (event === 'PASSWORD_RECOVERY') return 'recovery'
  if (event === 'USER_UPDATED') return null
  if ((session as { password_needed?: boolean }).password_needed) return 'first'
  return now?.passwordDue ?? null
}

/**
 * Loads the auth client. Offline, it waits instead of signing the user out. Online, a failure means that the
 * file no longer exists, and `failed` is called.
 */
async function loadClient(failed: () => void): Promise<void> {
  try {
    await authClient()
  } catch {
    if (navigator.onLine) return failed()
    // Nothing is on the screen yet, so a reload loses nothing.
    addEventListener('online', () => location.reload(), { once: true })
  }
}

/** Tracks the session of the auth client across tabs; undefined means not known yet. */
export function useSession(): SessionState | undefined {
  const [known, setKnown] = useState<SessionState | undefined>(hasStoredSession() ? undefined : SIGNED_OUT)
  const latest = useRef(known)
  useEffect(() => {
    latest.current = known
  })

  useEffect(() => {
    let unsubscribe: (() => void) | undefined
    const stop = onAuthClient((client) => {
      const { data } = client.onAuthStateChange((event, session) => {
        const before = latest.current?.user ?? latest.current?.pendingUser
        // A different user signed in in another tab and must not see the previous user's data.
        if (session && before && before.id !== session.user.id) {
          void loadedQueryClient()?.resetQueries()
          restartHistory(sessionStorage)
        }
        // The event comes before the state, so that /auth knows where a new account begins.
        if (event === 'SIGNED_IN' && session && latest.current === SIGNED_OUT) {
          restartHistory(sessionStorage)
          if (isFirstSignIn(session.user)) markNewAccount(true)
        }
        setKnown((now) => stateAfter(now, event, session))
        if (event === 'USER_UPDATED' || event === 'MFA_CHALLENGE_VERIFIED')
          void loadedQueryClient()?.invalidateQueries({ queryKey: ['account'] })
        if (event !== 'SIGNED_OUT') return
        // Clear the user's data in this tab too, even if another tab signed out.
        loadedQueryClient()?.clear()
        clearProductKeys([() => localStorage, () => sessionStorage])
      })
      unsubscribe = () => data.subscription.unsubscribe()
    })
    // For visitors, the client is loaded when they first sign in or sign up.
    if (hasStoredSession()) void loadClient(() => setKnown(SIGNED_OUT))
    return () => {
      stop()
      unsubscribe?.()
    }
  }, [])

  useEffect(() => {
    // Another tab has signed in.
    const onStorage = (event: StorageEvent) => {
      if (event.key === SESSION_KEY && event.newValue) authClient().catch(() => undefined)
    }
    // A page restored from the back/forward cache still shows the user's data, even if they have signed out
    // since.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted || hasStoredSession() || !(latest.current?.user ?? latest.current?.pendingUser))
        return
      document.documentElement.hidden = true
      location.reload()
    }
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onPageShow)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('pageshow', onPageShow)
    }
  }, [])

  return known
}
