import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { BlockRow } from '../block-row.ts'
import { useDuplicateBlock } from '../use-blocks.ts'
import { useDeleteWithUndo } from '../use-delete-block.ts'
import { BlockCard } from './block-card.tsx'

/** The blocks that the search left. */
export function BlocksGrid({ blocks, onClear }: { blocks: readonly BlockRow[]; onClear: () => void }) {
  const duplicate = useDuplicateBlock()
  const remove = useDeleteWithUndo()
  const list = useRef<HTMLUListElement>(null)

  if (blocks.length === 0)
    return (
      <EmptyState
        title="No blocks found"
        text="No title and no description has these words."
        actions={<Button onClick={onClear}>Clear search</Button>}
      />
    )
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Blocks"
      className="grid gap-4 outline-none md:grid-cols-2 xl:grid-cols-3"
    >
      {blocks.map((block) => (
        <BlockCard
          key={block.id}
          block={block}
          duplicating={duplicate.isPending && duplicate.variables.id === block.id}
          onDuplicate={() => duplicate.mutate(block)}
          onDelete={() => {
            remove(block)
            // The button that had the focus is gone with its card.
            list.current?.focus()
          }}
        />
      ))}
    </ul>
  )
}
