import { useQuery } from '@tanstack/react-query'
import { db, rowsOf } from '#studio/data.ts'
import { useAuth } from '#studio/session.tsx'
import type { PlaygroundAddress } from './address.ts'

export interface OwnBlock {
  id: string
  title: string
  type: string | null
  requires_auth: string | null
  required_plan: string | null
}

/** More than anybody chooses from by a list. */
const MOST = 100

/** Whether the block is what is looked at: a profile, or anything that is not open to everybody. */
function fits(block: OwnBlock, wanted: PlaygroundAddress['block']): boolean {
  if (wanted === 'profile') return block.type === 'profile'
  return block.requires_auth === 'true' || !['free', null].includes(block.required_plan)
}

/** The signed-in creator's own blocks that fit, newest first; undefined while they load, and for visitors. */
export function useOwnBlocks(wanted: PlaygroundAddress['block'], asked: boolean): OwnBlock[] | undefined {
  const { user } = useAuth()
  const { data } = useQuery({
    queryKey: ['playground-blocks', user?.id],
    enabled: asked && user !== null,
    queryFn: async () =>
      rowsOf<OwnBlock[]>(
        await db
          .from('bolt_blocks')
          .select(
            'id, title, type:data->>type, requires_auth:data->>requires_auth, required_plan:data->>required_plan',
          )
          .eq('user_id', user!.id)
          .order('created_at', { ascending: false })
          .limit(MOST),
      ),
  })
  return asked ? data?.filter((block) => fits(block, wanted)) : undefined
}
