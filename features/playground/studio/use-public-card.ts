import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data.ts'
import { isPublicKey } from './address.ts'

/** What anybody who has its key may know of a tenant. */
export interface PublicCard {
  name: string
  public_key: string
  theme: { variant?: string } | null
  stripe_mode: 'test' | 'live'
  auth_provider: string
}

/** The tenant of a key; null when there is none, undefined where nothing is known, `loading` while that may change. */
export function usePublicCard(pk: string): { card: PublicCard | null | undefined; loading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['public-card', pk],
    enabled: isPublicKey(pk),
    queryFn: async () =>
      rowsOf<PublicCard[]>(
        await db
          .from('tenants')
          .select('name, public_key, theme, stripe_mode, auth_provider')
          .eq('public_key', pk)
          .limit(1),
      )[0] ?? null,
  })
  return { card: isPublicKey(pk) ? data : undefined, loading: isLoading }
}
