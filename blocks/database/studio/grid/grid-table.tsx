/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are placed one by one, which a table does not allow */
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Value } from '#kernel/browser/fields/read-value.ts'
import { GridHead } from './grid-head.tsx'
import { GridRowView, cellId } from './grid-row.tsx'
import type { Editing } from './grid-row.tsx'
import { GroupHeadRow, headId } from './group-head-row.tsx'
import { ROW_HEIGHTS, visibleColumns } from './grid-view.ts'
import type { GridView } from './grid-view.ts'
import { at, contains, move, rectangleOf } from './selection.ts'
import type { Selection } from './selection.ts'
import type { ShownRows } from './shown-rows.ts'
import type { GridActions } from './use-grid-actions.ts'
import { useClipboard } from './use-clipboard.ts'
import { useScrollWindow } from './use-scroll-window.ts'
import { isReadOnly } from './value-control.tsx'

const HEAD_HEIGHT = 36
const LEAD_WIDTH = 64
/** With the button that approves. */
const APPROVAL_WIDTH = 88
/** Before the first response. */
const SKELETON_ROWS = 12

export interface GridTableProps {
  table: DataTable
  store: ShownRows
  actions: GridActions
  view: GridView
  onView: (view: GridView) => void
  onFilter: () => void
  selection: Selection
  onSelect: (selection: Selection) => void
  openId: string | undefined
  onOpen: (index: number) => void
}

/** The rows as a spreadsheet. One element has the focus; the active cell is named by `aria-activedescendant`. */
export function GridTable(props: GridTableProps) {
  const { table, store, actions, view, onView, onFilter, selection, onSelect, openId, onOpen } = props
  const gridId = useId()
  const [editing, setEditing] = useState<Editing>()
  const isDragging = useRef(false)
  const total = store.total ?? SKELETON_ROWS
  // The same list as before, or every row would render with each scrolled pixel.
  const columns = useMemo(() => visibleColumns(table.fields, view), [table.fields, view])
  const rowHeight = ROW_HEIGHTS[view.height]
  const lead = table.approval ? APPROVAL_WIDTH : LEAD_WIDTH
  const template = [lead, ...columns.map(({ width }) => width)].map((width) => `${width}px`).join(' ')
  const { box, setBox, window, show, pageRows } = useScrollWindow(store, total, rowHeight, HEAD_HEIGHT)
  const clipboard = useClipboard(store, actions, columns, selection, onSelect)
  const rectangle = rectangleOf(selection)
  const { focus } = selection
  const field: Field | undefined = columns[focus.column]?.field
  const row = store.row(focus.row)
  const head = store.head(focus.row)
  const grouped = table.fields.find(({ name }) => name === view.group?.field)

  useEffect(() => {
    show(focus.row)
    const cell = box?.querySelector<HTMLElement>(`#${CSS.escape(cellId(gridId, focus.row, focus.column))}`)
    // Only the grid scrolls, never the page.
    if (box && cell) box.scrollTo({ left: scrollToCell(box, cell, lead) })
  }, [show, box, gridId, focus.row, focus.column, lead])

  const select = (next: Selection | undefined) => {
    if (next) onSelect(next)
  }

  function edit(typed?: string) {
    if (!field || !row || table.read_only) return
    if (isReadOnly(field)) onOpen(focus.row)
    else if (field.kind === 'yes_no')
      void actions.edit([{ id: row.id, values: { [field.name]: row[field.name] !== true } }])
    else setEditing({ ...focus, typed })
  }

  const bounds = { rows: total, columns: columns.length, pageRows }

  const commit = (value: Value, key: KeyboardEvent | undefined) => {
    setEditing(undefined)
    if (key) box?.focus({ preventScroll: true })
    if (row && field && !isSame(row[field.name], value))
      void actions.edit([{ id: row.id, values: { [field.name]: value } }])
    if (key) select(move(selection, key, bounds))
  }
  // Rows are memoized: their callbacks stay the same, and call the latest ones.
  const approve = (id: string) => void actions.edit([{ id, values: { approved: true } }])
  const latest = useRef({ commit, onOpen, onView, onFilter, approve, onCancel: () => undefined as void })
  useEffect(() => {
    latest.current = {
      commit,
      onOpen,
      onView,
      onFilter,
      approve,
      onCancel: () => {
        setEditing(undefined)
        box?.focus({ preventScroll: true })
      },
    }
  })
  const [callbacks] = useState(() => ({
    onCommit: (value: Value, key: KeyboardEvent | undefined) => latest.current.commit(value, key),
    onOpen: (index: number) => latest.current.onOpen(index),
    onApprove: (id: string) => latest.current.approve(id),
    onCancel: () => latest.current.onCancel(),
  }))
  const [headCallbacks] = useState(() => ({
    onView: (next: GridView) => latest.current.onView(next),
    onFilter: () => latest.current.onFilter(),
  }))

  function press(event: KeyboardEvent) {
    if (event.target !== box || total === 0) return
    const isCtrl = event.ctrlKey || event.metaKey
    const letter = event.key.toLowerCase()
    if (isCtrl && (letter === 'z' || letter === 'y')) {
      event.preventDefault()
      void (letter === 'y' || event.shiftKey ? actions.redo() : actions.undo())
    } else if (head && isToggle(event, head.isOpen)) {
      event.preventDefault()
      store.toggle(head.group)
    } else if (isCtrl && letter === 'enter') {
      if (row) onOpen(focus.row)
    } else if (!head && (event.key === 'Enter' || event.key === 'F2')) {
      event.preventDefault()
      edit()
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      if (!table.read_only) clipboard.clear()
    } else if (event.key === ' ' && field?.kind === 'yes_no') {
      event.preventDefault()
      edit()
    } else if (event.key.length === 1 && !isCtrl && !event.altKey) {
      event.preventDefault()
      if (row && field?.kind !== 'yes_no') edit(event.key)
    } else {
      const next = move(selection, event, bounds)
      if (!next) return
      event.preventDefault()
      onSelect(next)
    }
  }

  function placeOf(target: EventTarget) {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
    return cell ? { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) } : undefined
  }

  function pointDown(event: MouseEvent) {
    const place = placeOf(event.target)
    const isInEditor = event.target instanceof Element && event.target.closest('.bb-grid-editor')
    if (!place || isInEditor || event.button !== 0) return
    event.preventDefault()
    isDragging.current = true
    setEditing(undefined)
    box?.focus({ preventScroll: true })
    onSelect(event.shiftKey ? { ...selection, focus: place } : at(place.row, place.column))
  }

  function pointOver(event: MouseEvent) {
    const place = placeOf(event.target)
    if (!isDragging.current || !place) return
    if (event.buttons === 0) isDragging.current = false
    else if (place.row !== focus.row || place.column !== focus.column)
      onSelect({ ...selection, focus: place })
  }

  const indexes = Array.from({ length: window.end - window.first }, (_, index) => window.first + index)
  const slots = 2 ** Math.ceil(Math.log2(indexes.length + 1))
  // The active cell must exist, wherever the user scrolled.
  if (total > focus.row && !indexes.includes(focus.row)) indexes.push(focus.row)

  return (
    <div
      ref={setBox}
      role="grid"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a grid is a control
      tabIndex={0}
      className="bb-grid"
      data-height={view.height}
      aria-label={table.title}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-readonly={table.read_only ? true : undefined}
      aria-busy={store.total === undefined}
      aria-activedescendant={
        total > 0 ? (head ? headId(gridId, focus.row) : cellId(gridId, focus.row, focus.column)) : undefined
      }
      onKeyDown={press}
      onMouseDown={pointDown}
      onMouseOver={pointOver}
      onFocus={() => undefined}
      onMouseUp={() => (isDragging.current = false)}
      onDoubleClick={(event) => placeOf(event.target) && edit()}
      onCopy={(event) => event.target === box && clipboard.copy(event)}
      onCut={(event) => event.target === box && !table.read_only && clipboard.cut(event)}
      onPaste={(event) => event.target === box && !table.read_only && clipboard.paste(event)}
    >
      <GridHead {...{ fields: table.fields, columns, template, view }} {...headCallbacks} />
      <div role="rowgroup" className="bb-grid-body" style={{ height: total * rowHeight }}>
        {indexes.map((index) => {
          const isSelected = contains(rectangle, index, rectangle.left)
          const each = store.row(index)
          const group = store.head(index)
          const top = index * rowHeight
          if (group && grouped)
            return (
              <GroupHeadRow
                key={`head ${String(group.group.key)}`}
                field={grouped}
                unit={view.group?.unit}
                {...group}
                {...{ index, top, columns, template, gridId }}
                isActive={index === focus.row}
                onToggle={() => {
                  onSelect(at(index, focus.column))
                  store.toggle(group.group)
                }}
              />
            )
          return (
            <GridRowView
              // Rows that scroll out lend their elements to those that scroll in. The active row has its own, which may be edited.
              key={index === focus.row ? 'active' : index % slots}
              row={each}
              index={index}
              number={store.number(index)}
              top={top}
              isTall={view.height !== 'short'}
              columns={columns}
              template={template}
              gridId={gridId}
              active={focus.row === index ? focus.column : -1}
              left={isSelected ? rectangle.left : -1}
              right={isSelected ? rectangle.right : -1}
              editing={editing?.row === index ? editing : undefined}
              isOpen={each !== undefined && each.id === openId}
              isChanged={each !== undefined && store.isChangedByOthers(each.id)}
              isWaiting={table.approval && each?.approved === false}
              mayApprove={table.read_only === null}
              {...callbacks}
            />
          )
        })}
      </div>
    </div>
  )
}

function scrollToCell(box: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement, lead: number): number {
  const isBefore = offsetLeft - lead < box.scrollLeft
  const isAfter = offsetLeft + offsetWidth > box.scrollLeft + box.clientWidth
  if (isBefore) return offsetLeft - lead
  return isAfter ? offsetLeft + offsetWidth - box.clientWidth : box.scrollLeft
}

/** As in a tree: Enter and Space open and close, the arrows along the line do one of them. */
const isToggle = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, isOpen: boolean) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  (key === 'Enter' || key === ' ' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight'))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
