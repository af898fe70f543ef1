import { useState } from 'react'
import { db, rowsOf } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'

/** Why there is no key to fill in. */
export type NoTenant = 'signed-out' | 'none' | 'failed'

interface OwnTenant {
  id: string
  name: string
  public_key: string | null
  stripe_mode: 'test' | 'live'
  day_pass_expires_at: string | null
}

/** Loads the user's newest tenant on request. @param found called with its public key */
export function useMyTenant(found: (publicKey: string) => void) {
  const { user } = useAuth()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<NoTenant>()

  async function use() {
    if (!user) return setProblem('signed-out')
    setBusy(true)
    try {
      const [tenant] = rowsOf<OwnTenant[]>(
        await db
          .from('tenants')
          .select('id, name, public_key, stripe_mode, day_pass_expires_at')
          .eq('owner_user_id', user.id)
          .order('created_at', { ascending: false })
          .limit(1),
      )
      setProblem(tenant?.public_key ? undefined : 'none')
      if (tenant?.public_key) found(tenant.public_key)
    } catch {
      setProblem('failed')
    }
    setBusy(false)
  }
  return { use, busy, problem, forget: () => setProblem(undefined) }
}
