import '#ui/lists/cover.css'
import { Plus } from 'lucide-react'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { TEMPLATES } from '#features/my-blocks/kinds/templates.ts'
import type { BlockRow, NewBlock } from '../block-row.ts'
import { BlockThumb } from '../block-thumb.tsx'
import { useCreateBlock } from '../use-blocks.ts'

export interface BlocksEmptyProps {
  onCreate: () => void
  onMade: (row: BlockRow) => void
}

/** Shown to a creator without blocks: three templates with previews, or an empty block. */
export function BlocksEmpty({ onCreate, onMade }: BlocksEmptyProps) {
  const create = useCreateBlock(onMade)
  return (
    <section aria-labelledby="first-block">
      <Card className="p-6 max-md:p-4">
        <h2 id="first-block" className="text-heading">
          Start from a template
        </h2>
        <p className="mt-1 max-w-[60ch] text-text-2">
          Choose one and edit it, then add it to your page with one tag. Or start from scratch.
        </p>
        <ul aria-label="Templates" className="mt-5 grid gap-4 md:grid-cols-3">
          {TEMPLATES.map(({ id, name, title, hint, data }) => {
            const newBlock: NewBlock = { title, data: { ...data } }
            const busy = create.isPending && create.variables.title === title
            return (
              <li
                key={id}
                className="relative min-w-0 rounded-card border border-edge bg-surface hover:bg-hover"
              >
                <BlockThumb data={newBlock.data} />
                <div className="p-4">
                  <button
                    type="button"
                    className="text-subheading bb-cover"
                    aria-busy={busy || undefined}
                    onClick={() => create.isPending || create.mutate(newBlock)}
                  >
                    {name}
                  </button>
                  <p className="text-small text-text-2">{busy ? 'Creating...' : hint}</p>
                </div>
              </li>
            )
          })}
        </ul>
        <Button
          className="mt-5"
          variant="primary"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onCreate}
        >
          Create My First Block
        </Button>
      </Card>
    </section>
  )
}
