import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { authClient, hasStoredSession } from './auth-client.ts'
import { type Auth, AuthContext, type SignedInUser } from './session-context.ts'
import { SESSION_KEY, clearOwnKeys } from './storage.ts'

export { useAuth } from './session-context.ts'

const acts: Pick<Auth, 'signIn' | 'signUp' | 'confirm' | 'resend'> = {
  async signIn(email, password) {
    const { error } = await (await authClient()).signInWithPassword({ email, password })
    return { error }
  },
  async signUp(email, password) {
    const options = { emailRedirectTo: `${location.origin}/` }
    const { data, error } = await (await authClient()).signUp({ email, password, options })
    return { error, signedIn: data.session !== null }
  },
  async confirm(tokenHash, type) {
    const { error } = await (await authClient()).verifyOtp({ token_hash: tokenHash, type })
    return { error }
  },
  async resend(email) {
    const options = { emailRedirectTo: `${location.origin}/` }
    const { error } = await (await authClient()).resend({ type: 'signup', email, options })
    return { error }
  },
}

/** Follows the auth client; undefined means not known yet. */
function useUser() {
  const [user, setUser] = useState<SignedInUser | null | undefined>(hasStoredSession() ? undefined : null)
  // The client is brought only for a stored session, and for the first act of a visitor.
  const [wanted, setWanted] = useState(hasStoredSession)

  useEffect(() => {
    if (!wanted) return undefined
    let stop: (() => void) | undefined
    let gone = false
    async function follow() {
      const client = await authClient()
      if (gone) return
      const { data } = client.onAuthStateChange((_event, session) => {
        const next = session && { id: session.user.id, email: session.user.email ?? '' }
        setUser((now) => (now && next && now.id === next.id && now.email === next.email ? now : next))
      })
      stop = () => data.subscription.unsubscribe()
    }
    follow().catch(() => setUser(null))
    return () => {
      gone = true
      stop?.()
    }
  }, [wanted])

  useEffect(() => {
    // Another tab of this browser has signed in.
    const onStorage = (event: StorageEvent) => event.key === SESSION_KEY && event.newValue && setWanted(true)
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])

  return { user, want: useCallback(() => setWanted(true), []) }
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const { user, want } = useUser()
  const queries = useQueryClient()
  const navigate = useNavigate()

  const auth = useMemo<Auth>(
    () => ({
      loading: user === undefined,
      user: user ?? null,
      async signIn(email, password) {
        want()
        return acts.signIn(email, password)
      },
      async signUp(email, password) {
        want()
        return acts.signUp(email, password)
      },
      async confirm(tokenHash, type) {
        want()
        return acts.confirm(tokenHash, type)
      },
      resend: acts.resend,
      async signOut() {
        const client = await authClient()
        await client.signOut({ scope: 'local' })
        clearOwnKeys([() => localStorage, () => sessionStorage])
        queries.clear()
        await navigate('/auth', { replace: true })
      },
    }),
    [user, want, queries, navigate],
  )

  return <AuthContext value={auth}>{children}</AuthContext>
}
