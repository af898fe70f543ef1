import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'

export interface OwnBlock {
  id: string
  title: string
  requires_auth: string | null
  required_plan: string | null
}

/** More than a select menu can usefully show. */
const MOST = 100

/** Which blocks a paywall can show: those that are not open to everyone. */
const isShut = (block: OwnBlock): boolean =>
  block.requires_auth === 'true' || !['free', null].includes(block.required_plan)

/**
 * The signed-in creator's own restricted blocks, newest first; undefined while they load, and for visitors.
 */
export function useOwnBlocks(asked: boolean): OwnBlock[] | undefined {
  const { user } = useAuth()
  const { data } = useQuery({
    queryKey: ['playground-blocks', user?.id],
    enabled: asked && user !== null,
    queryFn: async () =>
      rowsOf<OwnBlock[]>(
        await db
          .from('bolt_blocks')
          .select('id, title, requires_auth:data->>requires_auth, required_plan:data->>required_plan')
          .eq('user_id', user!.id)
          .order('created_at', { ascending: false })
          .limit(MOST),
      ),
  })
  return asked ? data?.filter(isShut) : undefined
}
