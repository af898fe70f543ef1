import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { db, rowsOf } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { type BlockRow, type NewBlock, copyTitle } from './block-row.ts'
import { useHiddenBlocks } from './pending-deletes.ts'

export const COLUMNS = 'id, user_id, title, data, created_at, updated_at'

/** Query key of a creator's block list. */
export const blocksKey = (userId: string | undefined) => ['blocks', userId] as const
/** Query key of one block. */
export const blockKey = (id: string) => ['block', id] as const

/** The signed-in user's blocks, newest first, without pending deletions. A failed read shows one toast. */
export function useBlocks() {
  const { user } = useAuth()
  const hidden = useHiddenBlocks()
  const query = useQuery({
    queryKey: blocksKey(user?.id),
    enabled: user !== null,
    queryFn: async () =>
      rowsOf<BlockRow[]>(
        await db
          .from('bolt_blocks')
          .select(COLUMNS)
          .eq('user_id', user!.id)
          .order('created_at', { ascending: false }),
      ),
  })
  const { error } = query
  useEffect(() => {
    if (error) toast.error('Error', 'Failed to load blocks.')
  }, [error])
  return { ...query, blocks: query.data?.filter(({ id }) => !hidden.has(id)) }
}

/** Puts a changed or new row into the cache, so that screens need no refetch. */
export function useCacheBlock() {
  const queries = useQueryClient()
  return (row: BlockRow) => {
    queries.setQueryData(blockKey(row.id), row)
    queries.setQueryData<BlockRow[]>(blocksKey(row.user_id), (rows) =>
      rows?.some(({ id }) => id === row.id)
        ? rows.map((each) => (each.id === row.id ? row : each))
        : rows && [row, ...rows],
    )
  }
}

function useInsertBlock() {
  const { user } = useAuth()
  const keep = useCacheBlock()
  return async ({ title, data }: NewBlock) => {
    const query = db.from('bolt_blocks').insert({ user_id: user!.id, title, data })
    const row = rowsOf(await query.select(COLUMNS).single<BlockRow>())
    keep(row)
    return row
  }
}

/** Creates a block; `onMade` gets its row. */
export function useCreateBlock(onMade: (row: BlockRow) => void) {
  return useMutation({
    mutationFn: useInsertBlock(),
    onSuccess(row) {
      toast.success('Success!', `${row.title} was created.`)
      onMade(row)
    },
    onError: () => toast.error('Error', 'Failed to create block.'),
  })
}

/** Creates a copy of a block's data. */
export function useDuplicateBlock(onMade?: (row: BlockRow) => void) {
  const insert = useInsertBlock()
  return useMutation({
    mutationFn: ({ title, data }: BlockRow) => insert({ title: copyTitle(title), data }),
    onSuccess(row) {
      toast.success('Success!', `${row.title} was created.`)
      onMade?.(row)
    },
    onError: () => toast.error('Error', 'Failed to duplicate block.'),
  })
}
