import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { Card } from '#ui/base/card.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { LessonRow } from './lesson-row.tsx'
import type { DraftModule, OutlineAction } from './outline-draft.ts'

export interface ModuleCardProps {
  module: DraftModule
  /** Its position, from 0. */
  at: number
  count: number
  items: readonly StaffItem[]
  countsFrom: 'start' | 'joining'
  problems: ReadonlyMap<string, string>
  onChange: (action: OutlineAction) => void
  onAddLessons: () => void
}

/** In what is dragged. */
const LESSON = 'application/x-bb-lesson'

/** A module with its lessons. A lesson that is dragged over it is placed where it is dropped. */
export function ModuleCard(props: ModuleCardProps) {
  const { module, at, count, items, countsFrom, problems, onChange, onAddLessons } = props
  const [isRemoving, setRemoving] = useState(false)
  const { key, title, lessons } = module
  const name = title.trim() || `Module ${at + 1}`

  function drop(event: React.DragEvent, place: number): void {
    const item = event.dataTransfer.getData(LESSON)
    if (!item) return
    event.preventDefault()
    event.stopPropagation()
    // Positions count the other lessons: below its own place, there is one less before it.
    const own = lessons.findIndex((lesson) => lesson.item === item)
    onChange({
      type: 'place_lesson',
      item,
      module: key,
      at: own >= 0 && own < place ? place - 1 : place,
    })
  }

  return (
    // Dragging is one of three ways to move a lesson; buttons and keys are the others.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={name}
      data-module={key}
      onDragOver={(event) => event.dataTransfer.types.includes(LESSON) && event.preventDefault()}
      onDrop={(event) => drop(event, lessons.length)}
    >
      <Card className="p-4">
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <Field label={`Module ${at + 1}`} error={problems.get(key)}>
              {(control) => (
                <Input
                  {...control}
                  data-handle
                  maxLength={160}
                  placeholder="Name, for example Week 1"
                  value={title}
                  onChange={({ currentTarget: { value } }) =>
                    onChange({ type: 'rename', module: key, title: value })
                  }
                />
              )}
            </Field>
          </div>
          <span className="mt-6 flex shrink-0">
            <IconButton
              label={`Move ${name} up`}
              disabled={at === 0}
              icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => onChange({ type: 'move_module', module: key, by: -1 })}
            />
            <IconButton
              label={`Move ${name} down`}
              disabled={at === count - 1}
              icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => onChange({ type: 'move_module', module: key, by: 1 })}
            />
            <IconButton
              label={`Remove ${name}`}
              icon={<X size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() =>
                lessons.length > 0 ? setRemoving(true) : onChange({ type: 'remove_module', module: key })
              }
            />
          </span>
        </div>
        {lessons.length > 0 ? (
          <ol aria-label={`Lessons of ${name}`} className="mt-3 divide-y divide-line border-y border-line">
            {lessons.map((lesson, place) => (
              <LessonRow
                key={lesson.item}
                lesson={lesson}
                place={place + 1}
                item={items.find(({ id }) => id === lesson.item)}
                countsFrom={countsFrom}
                problem={problems.get(lesson.item)}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData(LESSON, lesson.item)
                }}
                onDrop={(event) => drop(event, place)}
                onChange={onChange}
              />
            ))}
          </ol>
        ) : (
          <p className="mt-3 text-small text-text-2">No lessons in this module yet.</p>
        )}
        <div className="mt-3">
          <Button
            size="small"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            aria-label={`Add lessons to ${name}`}
            onClick={onAddLessons}
          >
            Add lessons
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        onConfirm={() => {
          setRemoving(false)
          onChange({ type: 'remove_module', module: key })
        }}
      >
        Its lessons leave the course. The items stay in your library.
      </ConfirmDialog>
    </section>
  )
}
