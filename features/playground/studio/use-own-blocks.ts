import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data.ts'
import { useAuth } from '#studio/session.tsx'

export interface OwnBlock {
  id: string
  title: string
  requires_auth: string | null
  required_plan: string | null
}

/** More than anybody chooses from by a list. */
const MOST = 100

/** What a paywall shows: anything that is not open to everybody. */
const isShut = (block: OwnBlock): boolean =>
  block.requires_auth === 'true' || !['free', null].includes(block.required_plan)

/** The signed-in creator's own blocks that are shut, newest first; undefined while they load, and for visitors. */
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
