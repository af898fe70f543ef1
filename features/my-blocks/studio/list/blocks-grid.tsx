import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import type { BlockRow } from '../block-row.ts'
import { useDuplicateBlock } from '../use-blocks.ts'
import { useDeleteWithUndo } from '../use-delete-block.ts'
import { BlockCard } from './block-card.tsx'

/** The blocks that match the search. */
export function BlocksGrid({ blocks, onClear }: { blocks: readonly BlockRow[]; onClear: () => void }) {
  const duplicate = useDuplicateBlock()
  const remove = useDeleteWithUndo()
  const list = useRef<HTMLUListElement>(null)

  if (blocks.length === 0)
    return (
      <EmptyState
        level={2}
        icon={<SearchX size={22} strokeWidth={1.75} aria-hidden />}
        title="No blocks found"
        text="No title or description matches your search."
        actions={<Button onClick={onClear}>Clear search</Button>}
      />
    )
  return (
    <section aria-labelledby="blocks-title">
      <h2 id="blocks-title" className="sr-only">
        Blocks
      </h2>
      <ul
        ref={list}
        tabIndex={-1}
        aria-labelledby="blocks-title"
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
              // The focused button was removed together with its card.
              list.current?.focus()
            }}
          />
        ))}
      </ul>
    </section>
  )
}
