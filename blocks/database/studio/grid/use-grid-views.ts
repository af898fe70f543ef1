import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DataTable } from '#features/tables/endpoints.ts'
import { useAuth } from '#studio/session/session.tsx'
import { EMPTY_VIEW } from './grid-view.ts'
import type { GridView } from './grid-view.ts'
import { loadViews, saveViews } from './stored-views.ts'
import type { StoredViews } from './stored-views.ts'
import { useAddView, useCarryOver, useChangeView, useDeleteView, useSavedViews } from './use-saved-views.ts'
import type { SavedView, ViewChange } from './use-saved-views.ts'
import { designOf, viewOf } from './view-design.ts'

export interface GridViews {
  /** What the grid shows. */
  view: GridView
  /** The link names a view that is not loaded yet. */
  isLoading: boolean
  saved: readonly SavedView[]
  /** The named view that is shown, perhaps with changes. */
  chosen: SavedView | undefined
  /** What is shown differs from `chosen`; without one, from all rows. */
  isChanged: boolean
  show: (view: GridView) => void
  /** undefined: all rows. */
  choose: (view: SavedView | undefined) => void
  /** Takes changes back. */
  reset: () => void
  /** Saves what is shown in `chosen`. */
  save: () => Promise<void>
  /** Saves what is shown, or the design of another view, as a new view, and shows it. */
  add: (name: string, isShared: boolean, design?: unknown) => Promise<void>
  change: (to: Pick<ViewChange, 'name'> & { isShared?: boolean }) => Promise<void>
  remove: () => void
}

const PARAMETER = 'view'

/** The views of a table: what is shown, which this browser remembers, and the named ones, which the server stores. */
export function useGridViews(tenantId: string, table: DataTable): GridViews {
  const { user } = useAuth()
  const { fields } = table
  const [query, setQuery] = useSearchParams()
  const [stored, setStored] = useState<StoredViews>(() => loadViews(user?.id, table.id))
  const { data: saved, isError } = useSavedViews(tenantId, table.id)
  const add = useAddView(tenantId, table.id)
  const change = useChangeView(tenantId, table.id)
  const remove = useDeleteView(tenantId, table.id)
  const carryOver = useCarryOver(tenantId, table.id)

  // The view that the link names, until it is shown.
  const [linked, setLinked] = useState(() => {
    const named = query.get(PARAMETER)
    return named === stored.chosen?.id ? null : named
  })
  const { current } = stored
  const view = useMemo(() => viewOf(current, fields) ?? EMPTY_VIEW, [current, fields])
  const chosen = saved?.find(({ id }) => id === stored.chosen?.id)

  /** Designs are compared as they are read: a stored one may be of an earlier version, or name removed fields. */
  const textOf = (design: unknown) => JSON.stringify(designOf(viewOf(design, fields) ?? EMPTY_VIEW, fields))
  const shown = textOf(current)
  const isChanged = shown !== textOf(chosen?.design)

  useEffect(() => saveViews(user?.id, table.id, stored), [user?.id, table.id, stored])

  const take = (of: SavedView | undefined) =>
    setStored(({ saved: old }) => ({
      current: of?.design,
      chosen: of && { id: of.id, design: textOf(of.design) },
      saved: old,
    }))

  function choose(of: SavedView | undefined) {
    take(of)
    const next = new URLSearchParams(query)
    if (of) next.set(PARAMETER, of.id)
    else next.delete(PARAMETER)
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  if (linked !== null && (saved || isError)) {
    setLinked(null)
    // A view of someone else, or a deleted one: what the browser remembers is shown.
    const found = saved?.find(({ id }) => id === linked)
    if (found) take(found)
  } else if (chosen && isChanged && shown === stored.chosen?.design) {
    // Others changed it, and the user did not.
    take(chosen)
  }

  const carried = useRef(false)
  useEffect(() => {
    if (!saved || carried.current || !user || stored.saved.length === 0) return
    carried.current = true
    // The ids are stored first: a second attempt finds what the first one has sent.
    saveViews(user.id, table.id, stored)
    void (async () => {
      try {
        await carryOver(stored.saved, user.id)
        setStored((now) => ({ ...now, saved: [] }))
      } catch {
        // They stay in this browser, and the next visit tries again.
      }
    })()
  }, [saved, stored, user, table.id, carryOver])

  return {
    view,
    isLoading: linked !== null,
    saved: saved ?? [],
    chosen,
    isChanged,
    show: (next) => setStored((now) => ({ ...now, current: designOf(next, fields) })),
    choose,
    reset: () => take(chosen),
    async save() {
      const done = chosen && (await change(chosen, { design: designOf(view, fields) }))
      if (done) take(done)
    },
    async add(name, isShared, design = designOf(view, fields)) {
      const added = await add({ name, owner_id: isShared ? null : user!.id, design })
      if (added) choose(added)
    },
    async change({ name, isShared }) {
      if (!chosen) return
      await change(chosen, {
        ...(name !== undefined && { name }),
        ...(isShared !== undefined && { owner_id: isShared ? null : user!.id }),
      })
    },
    remove() {
      if (!chosen) return
      remove(chosen)
      choose(undefined)
    },
  }
}
