import { GraduationCap, Plus } from 'lucide-react'
import { useReducer, useRef, useState } from 'react'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import type { StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConflictNotice } from '../item/conflict-notice.tsx'
import { useItems } from '../items/use-items.ts'
import { AddLessonsDialog } from './add-lessons-dialog.tsx'
import { ModuleCard } from './module-card.tsx'
import {
  changeOutline,
  lessonPosition,
  MOST_MODULES,
  type OutlineAction,
  outlineOf,
  outlineProblems,
} from './outline-draft.ts'
import { useSaveOutline } from './use-save-outline.ts'

/** Modules and lessons of a course. They move by dragging, by buttons, and by Alt with an arrow key. */
export default function OutlinePart({ tenant, course }: { tenant: TenantRow; course: StaffItemWithBody }) {
  const { data, isError, isFetching, refetch } = useItems(tenant.id)
  const [base, setBase] = useState(course)
  const [modules, change] = useReducer(changeOutline, base, outlineOf)
  const [start, setStart] = useState(modules)
  const [wasSent, setSent] = useState(false)
  const [theirs, setTheirs] = useState<StaffItemWithBody>()
  const [adding, setAdding] = useState<string>()
  const [spoken, setSpoken] = useState('')
  const page = useRef<HTMLDivElement>(null)
  const isChanged = JSON.stringify(modules) !== JSON.stringify(start)
  const release = useUnsaved(
    isChanged,
    "Your changes to the lessons aren't saved.",
    ({ pathname, search }) => {
      const next = new URLSearchParams(search)
      return (
        pathname === location.pathname && next.get('item') === course.id && next.get('part') === 'lessons'
      )
    },
  )

  function take(stored: StaffItemWithBody): void {
    const next = outlineOf(stored)
    setBase(stored)
    setStart(next)
    change({ type: 'set', modules: next })
    setTheirs(undefined)
    setSent(false)
    release()
  }

  const save = useSaveOutline({
    tenantId: tenant.id,
    courseId: course.id,
    onSaved: take,
    onConflict: setTheirs,
  })

  if (!data && isError)
    return (
      <FailedRow message="The items could not be loaded." busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <RowsSkeleton rows={5} />
  const problems = wasSent ? outlineProblems(modules) : new Map<string, string>()
  const titleOf = (id: string) => data.items.find((item) => item.id === id)?.title ?? 'A deleted item'

  /** A moved lesson keeps the focus in its new place, and its position is spoken. */
  function apply(action: OutlineAction): void {
    change(action)
    if (action.type === 'move_lesson' || action.type === 'place_lesson')
      setSpoken(lessonPosition(changeOutline(modules, action), action.item, titleOf(action.item)))
    if (action.type === 'remove_lesson') setSpoken(`${titleOf(action.item)} was removed from the course.`)
    if (action.type === 'move_module') {
      const next = changeOutline(modules, action)
      const at = next.findIndex(({ key }) => key === action.module)
      setSpoken(`${next[at]?.title.trim() || 'Module'}: module ${at + 1} of ${next.length}.`)
    }
    if (action.type === 'move_lesson') focusAgain(`[data-lesson="${action.item}"]`)
    if (action.type === 'move_module') focusAgain(`[data-module="${action.module}"]`)
  }

  /** React may move the row by taking it out of the page, which loses the focus. */
  function focusAgain(selector: string): void {
    const { activeElement } = document
    const name = activeElement?.getAttribute('aria-label')
    requestAnimationFrame(() => {
      const row = page.current?.querySelector(selector)
      const same = [...(row?.querySelectorAll<HTMLElement>('button, input') ?? [])].find(
        (each) => each.getAttribute('aria-label') === name && !each.hasAttribute('disabled'),
      )
      ;(same ?? row?.querySelector<HTMLElement>('[data-handle]'))?.focus()
    })
  }

  function addModule(): void {
    const key = crypto.randomUUID()
    apply({ type: 'add_module', key })
    requestAnimationFrame(() =>
      page.current?.querySelector<HTMLInputElement>(`[data-module="${key}"] input`)?.focus(),
    )
  }

  function submit(): void {
    setSent(true)
    if (outlineProblems(modules).size === 0) return save.mutate({ modules, revision: base.revision })
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    return undefined
  }

  const add = (
    <Button
      variant={modules.length === 0 ? 'primary' : 'secondary'}
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={modules.length >= MOST_MODULES && `A course has at most ${MOST_MODULES} modules.`}
      onClick={addModule}
    >
      Add module
    </Button>
  )
  return (
    <div ref={page} className="flex flex-col gap-4">
      <output className="sr-only">{spoken}</output>
      {theirs ? (
        <ConflictNotice
          fields={['lessons']}
          isBusy={save.isPending}
          onSaveMine={() => save.mutate({ modules, revision: theirs.revision })}
          onUseTheirs={() => take(theirs)}
        />
      ) : null}
      {modules.length === 0 ? (
        <EmptyState
          level={3}
          icon={<GraduationCap size={22} strokeWidth={1.75} aria-hidden />}
          title="No lessons yet"
          text="Add a module, for example “Week 1”, and then items of your library as its lessons."
          actions={add}
        />
      ) : (
        <>
          {modules.map((module, at) => (
            <ModuleCard
              key={module.key}
              module={module}
              at={at}
              count={modules.length}
              items={data.items}
              countsFrom={course.counts_from}
              problems={problems}
              onChange={apply}
              onAddLessons={() => setAdding(module.key)}
            />
          ))}
          <div>{add}</div>
        </>
      )}
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-bg py-3 max-md:bottom-16">
        <Button
          variant="primary"
          busy={save.isPending}
          busyLabel="Saving..."
          disabledReason={!isChanged && 'Nothing has changed.'}
          onClick={submit}
        >
          Save lessons
        </Button>
        <output className="text-small text-text-2">
          {problems.size > 0
            ? 'Nothing was saved: check the marked fields.'
            : isChanged
              ? 'Not saved yet.'
              : ''}
        </output>
      </div>
      {adding ? (
        <AddLessonsDialog
          items={data.items}
          modules={modules}
          onAdd={(chosen) => apply({ type: 'add_lessons', module: adding, items: chosen })}
          onClose={() => setAdding(undefined)}
        />
      ) : null}
    </div>
  )
}
