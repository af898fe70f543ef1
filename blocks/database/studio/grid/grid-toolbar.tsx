import './grid-toolbar.css'
import {
  ArrowUpDown,
  Check,
  Columns3,
  CreditCard,
  Download,
  Ellipsis,
  Filter as FilterIcon,
  Layers,
  Plus,
  Redo2,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { isFileKind } from '#kernel/browser/fields/file-types.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import Popover from '#ui/overlays/popover.tsx'
import { ColumnList, SortList } from './column-list.tsx'
import { FilterList } from './filter-list.tsx'
import type { ExportFormat } from './export-rows.ts'
import { GroupList } from './group-list.tsx'
import type { GridActions } from './use-grid-actions.ts'
import type { GridViews } from './use-grid-views.ts'
import { countOf } from './undo-stack.ts'
import { ViewMenu } from './view-menu.tsx'

export type OpenTool = 'filter' | 'sort' | 'group' | 'columns' | undefined

export interface GridToolbarProps {
  table: DataTable
  /** Rows of the view; undefined before the first response. */
  total: number | undefined
  views: GridViews
  /** Ids of selected rows that wait for approval; undefined: rows of the table do not. */
  waiting: readonly string[] | undefined
  onApprove: (ids: readonly string[]) => void
  actions: GridActions
  open: OpenTool
  onOpen: (tool: OpenTool) => void
  onAdd: () => void
  onImport: (() => void) | undefined
  /** Rows that were read so far; undefined if no export runs. */
  exported: number | undefined
  onExport: (format: ExportFormat) => void
  /** Opens the trash. */
  onTrash: () => void
  onPayments: () => void
}

/** What can be done with the rows, in one line above them. */
export function GridToolbar(props: GridToolbarProps) {
  const { table, total, views, waiting, actions, open, onOpen, onAdd, onImport, exported, onExport } = props
  const { view, show: onView } = views
  const tool = (id: OpenTool, label: string, icon: ReactNode, count: number, children: ReactNode) => (
    <Tool
      key={id}
      label={label}
      icon={icon}
      count={count}
      isOpen={open === id}
      onOpen={(isOpen) => onOpen(isOpen ? id : undefined)}
    >
      {children}
    </Tool>
  )
  const shared = { fields: table.fields, view, onView }
  return (
    <div className="bb-grid-tools" role="toolbar" aria-label="Rows">
      <ViewMenu views={views} />
      {tool(
        'filter',
        'Filter',
        <FilterIcon size={16} strokeWidth={1.75} aria-hidden />,
        view.filters.length,
        <FilterList
          fields={table.fields}
          hasApproval={table.approval}
          filters={view.filters}
          onChange={(filters) => onView({ ...view, filters })}
        />,
      )}
      {tool(
        'sort',
        'Sort',
        <ArrowUpDown size={16} strokeWidth={1.75} aria-hidden />,
        view.sorts.length,
        <SortList {...shared} />,
      )}
      {tool(
        'group',
        'Group',
        <Layers size={16} strokeWidth={1.75} aria-hidden />,
        view.group ? 1 : 0,
        <GroupList {...shared} />,
      )}
      {tool(
        'columns',
        'Columns',
        <Columns3 size={16} strokeWidth={1.75} aria-hidden />,
        0,
        <ColumnList {...shared} />,
      )}
      <span className="max-sm:hidden">
        <IconButton
          label="Undo (Ctrl+Z)"
          icon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
          disabled={!actions.canUndo}
          onClick={() => void actions.undo()}
        />
        <IconButton
          label="Redo (Ctrl+Y)"
          icon={<Redo2 size={16} strokeWidth={1.75} aria-hidden />}
          disabled={!actions.canRedo}
          onClick={() => void actions.redo()}
        />
      </span>
      {table.approval ? <span className="bb-grid-key">Waits for approval</span> : null}
      {waiting && table.read_only === null ? (
        <span className="max-sm:hidden">
          <Button
            variant="ghost"
            title="Approve the selected rows"
            icon={<Check size={16} strokeWidth={1.75} aria-hidden />}
            disabledReason={waiting.length === 0 && 'Select rows that wait for approval.'}
            onClick={() => props.onApprove(waiting)}
          >
            <span className="sr-only">Approve</span>
            {waiting.length > 0 ? (
              <span className="tabular-nums text-accent-text"> {waiting.length}</span>
            ) : null}
          </Button>
        </span>
      ) : null}
      <output className="bb-grid-count">
        {exported !== undefined
          ? `Exporting ${exported.toLocaleString('en-US')}...`
          : actions.isSaving
            ? 'Saving...'
            : total === undefined
              ? ''
              : countOf(total, 'row')}
      </output>
      {onImport ? (
        <Button
          title="Import"
          icon={<Upload size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onImport}
          disabled={table.read_only !== null}
        >
          <WideLabel text="Import" />
        </Button>
      ) : null}
      <Menu
        trigger={
          <Button
            title="Export"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            disabled={exported !== undefined}
          >
            <WideLabel text="Export" />
          </Button>
        }
      >
        <MenuItem onSelect={() => onExport('csv')}>CSV for spreadsheets</MenuItem>
        <MenuItem onSelect={() => onExport('json')}>JSON</MenuItem>
        {table.fields.some(({ kind }) => isFileKind(kind)) ? (
          <MenuItem onSelect={() => onExport('zip')}>CSV and files, as a ZIP archive</MenuItem>
        ) : null}
      </Menu>
      <Menu
        trigger={
          <IconButton
            data-grid-more
            label="More about the rows"
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        <MenuItem icon={<Trash2 size={16} strokeWidth={1.75} />} onSelect={props.onTrash}>
          Deleted rows
        </MenuItem>
        <MenuItem icon={<CreditCard size={16} strokeWidth={1.75} />} onSelect={props.onPayments}>
          Payments
        </MenuItem>
      </Menu>
      <Button
        variant="primary"
        icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={onAdd}
        disabledReason={table.read_only !== null && 'Your plan shows this table, and no longer changes it.'}
      >
        Add row
      </Button>
    </div>
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  /** Filters or sorts that apply. */
  count: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

function Tool({ label, icon, count, isOpen, onOpen, children }: ToolProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        icon={icon}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => onOpen(!isOpen)}
      >
        <Label text={label} />
        {count > 0 ? <span className="tabular-nums text-accent-text"> {count}</span> : null}
      </Button>
      {isOpen ? (
        <Popover anchor={button} open onOpenChange={onOpen} label={label} align="start">
          {children}
        </Popover>
      ) : null}
    </>
  )
}

/** A button's label, which only screen readers get where there is no space for it. */
const Label = ({ text }: { text: string }) => <span className="max-sm:sr-only">{text}</span>

/** The same for buttons whose icon says it, which give their space to those before them. */
const WideLabel = ({ text }: { text: string }) => <span className="bb-grid-wide">{text}</span>
