import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { isPublicKey } from './address.ts'

/** The public fields of a tenant, available to anyone with its key. */
export interface PublicCard {
  name: string
  public_key: string
  theme: { variant?: string } | null
  stripe_mode: 'test' | 'live'
  auth_provider: string
}

/**
 * The tenant of a key; null when there is none, undefined while unknown; `loading` is true while a request
 * runs.
 */
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
