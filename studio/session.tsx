import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { acts } from './auth-acts.ts'
import { authClient } from './auth-client.ts'
import { type Auth, AuthContext } from './session-context.ts'
import { clearOwnKeys } from './storage.ts'
import { mayLeave } from './routing/unsaved-work.ts'
import { useSession } from './use-session.ts'

export { useAuth } from './session-context.ts'

/** Gives the screens who is signed in. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const known = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()

  const auth = useMemo<Auth>(
    () => ({
      loading: known === undefined,
      user: known?.user ?? null,
      halfway: known?.halfway ?? null,
      passwordDue: known?.passwordDue ?? null,
      ...acts,
      async signOut() {
        if (!(await mayLeave())) return
        const client = await authClient()
        await client.signOut({ scope: 'local' })
        clearOwnKeys([() => localStorage, () => sessionStorage])
        queries.clear()
        await navigate('/auth', { replace: true })
      },
    }),
    [known, queries, navigate],
  )

  return <AuthContext value={auth}>{children}</AuthContext>
}
