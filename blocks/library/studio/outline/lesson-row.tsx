import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { Badge } from '#ui/base/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { KindIcon } from '../items/item-kinds.tsx'
import { DripField } from './drip-field.tsx'
import type { DraftLesson, OutlineAction } from './outline-draft.ts'

export interface LessonRowProps {
  lesson: DraftLesson
  /** Its position in the module, from 1. */
  place: number
  /** Undefined if it was deleted meanwhile. */
  item: StaffItem | undefined
  countsFrom: 'start' | 'joining'
  problem: string | undefined
  onDragStart: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
  onChange: (action: OutlineAction) => void
}

export function LessonRow(props: LessonRowProps) {
  const { lesson, place, item, countsFrom, problem, onDragStart, onDrop, onChange } = props
  const [query] = useSearchParams()
  const title = item?.title ?? 'A deleted item'
  const move = (by: 1 | -1) => onChange({ type: 'move_lesson', item: lesson.item, by })

  function moveByKey(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }

  const address = new URLSearchParams(query)
  address.set('item', lesson.item)
  address.delete('part')
  return (
    // Dragging is one of three ways to move a lesson; the row's buttons and keys are the others.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-lesson={lesson.item}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2"
      draggable
      onDragStart={onDragStart}
      onDrop={onDrop}
      onKeyDown={moveByKey}
    >
      <GripVertical
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className="shrink-0 cursor-grab text-text-3 max-lg:hidden"
      />
      <span className="flex min-w-40 flex-1 items-center gap-2.5">
        <span className="w-5 text-right text-small text-text-3 tabular-nums" aria-hidden>
          {place}
        </span>
        <KindIcon kind={item?.kind ?? 'file'} />
        <Link
          data-handle
          className="min-w-0 font-medium wrap-anywhere hover:underline"
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          to={{ search: address.toString() }}
        >
          {title}
        </Link>
        {item?.status === 'draft' ? <Badge dot="neutral">Draft</Badge> : null}
      </span>
      <DripField
        title={title}
        drip={lesson}
        countsFrom={countsFrom}
        problem={problem}
        onChange={(drip) => onChange({ type: 'drip', item: lesson.item, drip })}
      />
      <span className="flex shrink-0">
        <IconButton
          label={`Move ${title} up`}
          icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => move(-1)}
        />
        <IconButton
          label={`Move ${title} down`}
          icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => move(1)}
        />
        <IconButton
          label={`Remove ${title}`}
          icon={<X size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onChange({ type: 'remove_lesson', item: lesson.item })}
        />
      </span>
    </li>
  )
}
