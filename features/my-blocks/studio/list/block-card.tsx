import { CopyPlus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/browser/dates.ts'
import { summaryOf } from '#features/my-blocks/kinds/view.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { BlockRow } from '../block-row.ts'
import { BlockThumb } from '../block-thumb.tsx'
import { TierBadge } from '../tier-badge.tsx'

export interface BlockCardProps {
  block: BlockRow
  duplicating: boolean
  onDuplicate: () => void
  onDelete: () => void
}

/** One block in the list: thumbnail, title and actions. */
export function BlockCard({ block, duplicating, onDuplicate, onDelete }: BlockCardProps) {
  const name = useId()
  return (
    <li
      aria-labelledby={name}
      className="bb-card flex min-w-0 flex-col [contain-intrinsic-size:auto_250px] [content-visibility:auto]"
    >
      <BlockThumb data={block.data} />
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-3">
        <div className="flex items-start gap-2">
          <h3 id={name} className="min-w-0 flex-1 truncate text-subheading" title={block.title}>
            {block.title}
          </h3>
          <TierBadge data={block.data} />
        </div>
        <p className="truncate text-text-2">{summaryOf(block.data) || 'No content yet'}</p>
        <div className="mt-2 flex items-center gap-1">
          <span className="min-w-0 flex-1 text-small text-text-2 tabular-nums">
            {formatDate(block.created_at)}
          </span>
          <IconButton
            label={`Duplicate ${block.title}`}
            icon={<CopyPlus size={16} strokeWidth={1.75} aria-hidden />}
            disabled={duplicating}
            onClick={onDuplicate}
          />
          <IconButton
            label={`Delete ${block.title}`}
            icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={onDelete}
          />
          <Link
            {...buttonStyle({ size: 'small' })}
            to={`/bolt/blocks/${block.id}`}
            aria-label={`Open ${block.title}`}
          >
            Open
          </Link>
        </div>
      </div>
    </li>
  )
}
