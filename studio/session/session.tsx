import { type ReactNode, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { authClient } from './auth-client.ts'
import { lazyAuthActions } from './lazy-auth-actions.ts'
import { loadQueryClient, loadedQueryClient, useLoadedQueryClient } from '../data/queries.tsx'
import { type Auth, AuthContext } from './session-context.ts'
import { clearProductKeys } from '../data/storage.ts'
import { confirmLeave } from '../routing/unsaved-work.ts'
import { SIGNING_OUT } from './signing-out.ts'
import { useSession } from './use-session.ts'

export { useAuth } from './session-context.ts'

const RETRY_MS = 2000

/** Provides the signed-in user to the screens. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const hasQueryClient = useLoadedQueryClient() !== undefined
  const signedIn = Boolean(session?.user)
  // Report the user only once the query client is loaded, because their screens need it.
  const known = signedIn && !hasQueryClient ? undefined : session

  useEffect(() => {
    if (!signedIn) return undefined
    let timer: ReturnType<typeof setTimeout>
    const load = () => {
      loadQueryClient().catch(() => {
        timer = setTimeout(load, RETRY_MS)
      })
    }
    load()
    return () => clearTimeout(timer)
  }, [signedIn])

  const auth = useMemo<Auth>(
    () => ({
      loading: known === undefined,
      user: known?.user ?? null,
      pendingUser: known?.pendingUser ?? null,
      passwordDue: known?.passwordDue ?? null,
      ...lazyAuthActions,
      async signOut() {
        if (!(await confirmLeave())) return
        dispatchEvent(new Event(SIGNING_OUT))
        const client = await authClient()
        await client.signOut({ scope: 'local' })
        clearProductKeys([() => localStorage, () => sessionStorage])
        loadedQueryClient()?.clear()
        await navigate('/auth', { replace: true })
      },
    }),
    [known, navigate],
  )

  return <AuthContext value={auth}>{children}</AuthContext>
}
