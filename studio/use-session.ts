import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { authClient, hasStoredSession, onAuthClient } from './auth-client.ts'
import { loadedQueries } from './queries.tsx'
import { secondFactorDue } from './second-factor-due.ts'
import type { Auth, SignedInUser } from './session-context.ts'
import { SESSION_KEY, clearOwnKeys } from './storage.ts'

type Known = Pick<Auth, 'user' | 'halfway' | 'passwordDue'>

const NOBODY: Known = { user: null, halfway: null, passwordDue: null }

const same = (a: SignedInUser | null, b: SignedInUser | null) => a?.id === b?.id && a?.email === b?.email

/** What is known after an event of the auth client; the same object where nothing changed for screens. */
function after(now: Known | undefined, event: AuthChangeEvent, session: Session | null): Known {
  if (!session) return NOBODY
  const person = { id: session.user.id, email: session.user.email ?? '' }
  const due = secondFactorDue(session)
  const next: Known = {
    user: due ? null : person,
    halfway: due ? person : null,
    passwordDue: passwordDue(now, event, session),
  }
  const unchanged =
    now &&
    same(now.user, next.user) &&
    same(now.halfway, next.halfway) &&
    now.passwordDue === next.passwordDue
  return unchanged ? now : next
}

/** The answer to a code says when no password of the account is its owner's; choosing one ends it. */
function passwordDue(now: Known | undefined, event: AuthChangeEvent, session: Session): Known['passwordDue'] {
  if (event === 'PASSWORD_RECOVERY') return 'recovery'
  if (event === 'USER_UPDATED') return null
  if ((session as { password_needed?: boolean }).password_needed) return 'first'
  return now?.passwordDue ?? null
}

/** Without a connection nobody is signed out: it waits. `failed` is called where the code is gone for good. */
async function bringClient(failed: () => void): Promise<void> {
  try {
    await authClient()
  } catch {
    if (navigator.onLine) return failed()
    // Nothing is on the screen yet that a new beginning could lose.
    addEventListener('online', () => location.reload(), { once: true })
  }
}

/** Follows the auth client, in this tab and in the others; undefined means not known yet. */
export function useSession(): Known | undefined {
  const [known, setKnown] = useState<Known | undefined>(hasStoredSession() ? undefined : NOBODY)
  const latest = useRef(known)
  useEffect(() => {
    latest.current = known
  })

  useEffect(() => {
    let unsubscribe: (() => void) | undefined
    const stop = onAuthClient((client) => {
      const { data } = client.onAuthStateChange((event, session) => {
        const before = latest.current?.user ?? latest.current?.halfway
        // Somebody else, who signed in in another tab: what was read for the one before is not theirs to see.
        if (session && before && before.id !== session.user.id) void loadedQueries()?.resetQueries()
        setKnown((now) => after(now, event, session))
        if (event === 'USER_UPDATED' || event === 'MFA_CHALLENGE_VERIFIED')
          void loadedQueries()?.invalidateQueries({ queryKey: ['account'] })
        if (event !== 'SIGNED_OUT') return
        // Also when it was another tab: nothing of the person stays behind in this one.
        loadedQueries()?.clear()
        clearOwnKeys([() => localStorage, () => sessionStorage])
      })
      unsubscribe = () => data.subscription.unsubscribe()
    })
    // A visitor's client is brought by their first act.
    if (hasStoredSession()) void bringClient(() => setKnown(NOBODY))
    return () => {
      stop()
      unsubscribe?.()
    }
  }, [])

  useEffect(() => {
    // Another tab of this browser has signed in.
    const onStorage = (event: StorageEvent) => {
      if (event.key === SESSION_KEY && event.newValue) authClient().catch(() => undefined)
    }
    // A page kept whole by the browser comes back as it was left, also after the person signed out elsewhere.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted || hasStoredSession() || !(latest.current?.user ?? latest.current?.halfway)) return
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
