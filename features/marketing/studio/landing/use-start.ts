import { useAccess } from '#studio/access.ts'
import { useAuth } from '#studio/session.tsx'

/** Where the start button leads: to sign-in, to the Studio, or to what is missing to it. */
export function useStart(): string {
  const { user } = useAuth()
  const { data: access } = useAccess()
  if (!user) return '/auth?next=/bolt/studio'
  return access?.active === false ? '/bolt/billing' : '/bolt/studio'
}
