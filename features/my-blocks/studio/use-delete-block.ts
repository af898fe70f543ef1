import { useQueryClient } from '@tanstack/react-query'
import { db, rowsOf, sendWhileLeaving } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { BlockRow } from './block-row.ts'
import { startDelete, settleDelete, undoDelete } from './pending-deletes.ts'
import { blockKey, blocksKey } from './use-blocks.ts'

type Block = Pick<BlockRow, 'id' | 'user_id' | 'title'>

/** Deletes a block on the server and in the cache. @throws the server's error */
export function useRemoveBlock() {
  const queries = useQueryClient()
  return async ({ id, user_id }: Block) => {
    rowsOf(await db.from('bolt_blocks').delete().eq('id', id).eq('user_id', user_id).select('id'))
    queries.setQueryData<BlockRow[]>(blocksKey(user_id), (rows) => rows?.filter((row) => row.id !== id))
    queries.removeQueries({ queryKey: blockKey(id) })
  }
}

/** Removes a block from the list immediately; it is deleted when the toast with the Undo button closes. */
export function useDeleteWithUndo() {
  const remove = useRemoveBlock()
  return (block: Block) => {
    startDelete({
      id: block.id,
      commit: () => remove(block),
      commitOnLeaving: () => sendWhileLeaving('DELETE', `bolt_blocks?id=eq.${block.id}`),
    })
    toast.success('Block deleted', block.title, {
      action: {
        label: 'Undo',
        onPress: () => undoDelete(block.id) || toast.error('Error', 'The block is already deleted.'),
      },
      onClosed: () => {
        settleDelete(block.id).catch(() => toast.error('Error', 'Failed to delete block.'))
      },
    })
  }
}
