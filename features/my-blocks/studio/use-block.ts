import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { DataError, db, rowsOf } from '#studio/data/data.ts'
import { useAuth } from '#studio/session/session.tsx'
import { writeJson } from '#ui/json-editor/json-text.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type BlockAccess, withAccess } from '../kinds/access.ts'
import type { Json } from '../kinds/read-json.ts'
import type { BlockRow } from './block-row.ts'
import { DATA_REFUSED } from './data-refused.ts'
import { COLUMNS, blockKey, blocksKey, useCacheBlock } from './use-blocks.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function readBlock(id: string, userId: string): Promise<BlockRow | null> {
  if (!UUID.test(id)) return null
  const query = db.from('bolt_blocks').select(COLUMNS).eq('id', id).eq('user_id', userId)
  return rowsOf<BlockRow[]>(await query)[0] ?? null
}

/** One block; null if it does not exist. A failed read shows an error and returns to the list. */
export function useBlock(id: string): BlockRow | null | undefined {
  const { user } = useAuth()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data, error } = useQuery({
    queryKey: blockKey(id),
    queryFn: () => readBlock(id, user!.id),
    // Shows the row of the list immediately, if there is one.
    placeholderData: () =>
      queries.getQueryData<BlockRow[]>(blocksKey(user?.id))?.find((row) => row.id === id),
  })
  const failed = error !== null && !data
  useEffect(() => {
    if (!failed) return
    toast.error('Error', 'Failed to load block.')
    void navigate('/bolt/dashboard', { replace: true })
  }, [failed, navigate])
  return data
}

/** The row was changed since it was read; `now` is the current row, null if it was deleted. */
class ChangedElsewhere extends Error {
  readonly now: BlockRow | null
  constructor(now: BlockRow | null) {
    super('The block was changed elsewhere')
    this.name = 'ChangedElsewhere'
    this.now = now
  }
}

type Changes = Partial<Pick<BlockRow, 'title' | 'data'>>

/**
 * Updates fields of a block. With `seen`, only if the row is still at that version (optimistic lock).
 * @throws {ChangedElsewhere}
 */
async function writeBlock({ id, user_id }: BlockRow, changes: Changes, seen?: string): Promise<BlockRow> {
  const update = { ...changes, updated_at: new Date().toISOString() }
  const query = db.from('bolt_blocks').update(update).eq('id', id).eq('user_id', user_id)
  const rows = rowsOf<BlockRow[]>(await (seen ? query.eq('updated_at', seen) : query).select(COLUMNS))
  if (!rows[0]) throw new ChangedElsewhere(await readBlock(id, user_id))
  return rows[0]
}

/** Runs a write, caches the returned row, and shows failures with the texts of the specification. */
function useWrite<Wish>(run: (wish: Wish) => Promise<BlockRow>, id: string, failure: string) {
  const queries = useQueryClient()
  const keep = useCacheBlock()
  return useMutation({
    mutationFn: run,
    onSuccess: keep,
    onError(error) {
      if (error instanceof ChangedElsewhere) {
        if (error.now) keep(error.now)
        else queries.setQueryData(blockKey(id), null)
      }
      toast.error(failure, whyItFailed(error))
    },
  })
}

function whyItFailed(error: Error): string | undefined {
  if (error instanceof ChangedElsewhere && error.now)
    return 'This block was changed in another window. Your edits are kept. Save again to overwrite the other changes.'
  return error instanceof DataError && error.code === '23514' ? DATA_REFUSED : undefined
}

export const useSaveTitle = (block: BlockRow) =>
  useWrite((title: string) => writeBlock(block, { title: title.trim() }), block.id, 'Failed to update title.')

/** Merges the settings into the server's current data, not into the edits in this window. */
export const useSaveAccess = (block: BlockRow) =>
  useWrite(
    async (access: BlockAccess) => {
      const now = await readBlock(block.id, block.user_id)
      if (!now) throw new ChangedElsewhere(null)
      return writeBlock(now, { data: withAccess(now.data, access) }, now.updated_at)
    },
    block.id,
    'Failed to update access settings.',
  )

/** @param onChanged called with the current block if it was changed elsewhere */
export const useSaveData = (block: BlockRow, onChanged: (now: BlockRow) => void) =>
  useWrite(
    async ({ data, base }: { data: Json; base: string }) => {
      const now = await readBlock(block.id, block.user_id)
      if (now && writeJson(now.data) !== base) onChanged(now)
      if (!now || writeJson(now.data) !== base) throw new ChangedElsewhere(now)
      return writeBlock(now, { data }, now.updated_at)
    },
    block.id,
    'Failed to update JSON configuration.',
  )
