import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { SearchInput } from '../forms/search-input.tsx'
import { Select } from '../forms/select.tsx'
import { useDebouncedSearch } from '../use-debounced-search.ts'

export interface ListToolbarProps<Filter extends string> {
  /** Plural noun for the list's items. It labels the two fields: `Search orders`, `Filter orders`. */
  of: string
  /** What the search covers. A phone shows only `Search`, because the field is short there. */
  placeholder: string
  /** Maximum number of characters in the search. */
  maxLength: number
  /** The search text from the URL, trimmed. */
  q: string
  /** Called with the search text, debounced. Pass a stable function: a new one restarts the delay. */
  onSearch: (q: string) => void
  filter: Filter
  /** Without filters, the list has no choice of them. */
  filters: readonly { value: Filter; label: string }[] | undefined
  onFilter: (filter: Filter) => void
  /** More filters, after the first. */
  children?: ReactNode
  exporting: boolean
  onExport: () => void
}

/** Controls above a list: search, filter and export of the matching rows. */
export function ListToolbar<Filter extends string>(props: ListToolbarProps<Filter>) {
  const [typed, type] = useDebouncedSearch(props.q, props.onSearch)
  const [isPhone] = useState(() => matchMedia('(max-width: 639px)').matches)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-28 flex-1 md:max-w-80">
        <SearchInput
          label={`Search ${props.of}`}
          placeholder={isPhone ? 'Search' : props.placeholder}
          maxLength={props.maxLength}
          value={typed}
          onValueChange={type}
        />
      </div>
      {props.filters ? (
        <Select
          aria-label={`Filter ${props.of}`}
          options={props.filters}
          value={props.filter}
          onChange={(event) => props.onFilter(event.currentTarget.value as Filter)}
        />
      ) : null}
      {props.children}
      <span className="max-sm:hidden">
        <Button
          icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
          busy={props.exporting}
          busyLabel="Exporting..."
          onClick={props.onExport}
        >
          Export CSV
        </Button>
      </span>
      {/* One row on a phone. */}
      <span className="sm:hidden">
        <IconButton
          label="Export CSV"
          icon={<Download size={18} strokeWidth={1.75} aria-hidden />}
          disabled={props.exporting}
          onClick={props.onExport}
        />
      </span>
    </div>
  )
}
