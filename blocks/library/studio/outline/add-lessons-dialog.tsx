import { useState } from 'react'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { filterItems } from '../items/item-filter.ts'
import { KINDS, KindIcon } from '../items/item-kinds.tsx'
import { type DraftModule, MOST_LESSONS } from './outline-draft.ts'

export interface AddLessonsDialogProps {
  items: readonly StaffItem[]
  modules: readonly DraftModule[]
  onAdd: (items: string[]) => void
  onClose: () => void
}

/** Items of the library that are not in the course yet. */
export function AddLessonsDialog({ items, modules, onAdd, onClose }: AddLessonsDialogProps) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const used = new Set(modules.flatMap(({ lessons }) => lessons.map(({ item }) => item)))
  const free = items.filter(({ id, kind }) => kind !== 'course' && !used.has(id))
  const shown = filterItems(free, { q, kind: '', state: '', tag: '' })
  const isTooMany = used.size + chosen.length > MOST_LESSONS
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Add lessons"
      description="Items of your library. Members of the course can open them even if no one else can."
      onSubmit={(event) => {
        event.preventDefault()
        onAdd([...chosen])
        onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={
              chosen.length === 0
                ? 'Choose an item first.'
                : isTooMany && `A course has at most ${MOST_LESSONS} lessons.`
            }
          >
            {chosen.length > 1 ? `Add ${chosen.length} lessons` : 'Add lesson'}
          </Button>
        </>
      }
    >
      {free.length === 0 ? (
        <p className="text-text-2">
          {items.some(({ kind }) => kind !== 'course')
            ? 'All items of your library are in this course.'
            : 'Your library has no articles, files or media yet. Add some under Items, then choose them here.'}
        </p>
      ) : (
        <>
          <SearchInput
            label="Search items"
            placeholder="Title, summary or tag"
            maxLength={SEARCH_MAX}
            value={q}
            onValueChange={setQ}
          />
          {shown.length === 0 ? (
            <p className="mt-4 text-text-2">No item matches.</p>
          ) : (
            <ul aria-label="Items" className="mt-3 divide-y divide-line border-y border-line">
              {shown.map(({ id, kind, title }) => (
                <li key={id} className="py-1.5">
                  <Checkbox
                    checked={chosen.includes(id)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosen((now) => (checked ? [...now, id] : now.filter((each) => each !== id)))
                    }
                  >
                    <span className="flex items-center gap-2 wrap-anywhere">
                      <KindIcon kind={kind} />
                      {title}
                      <span className="text-caption text-text-3">{KINDS[kind].name}</span>
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  )
}
