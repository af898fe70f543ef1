import { Download } from 'lucide-react'
import { Button } from './button.tsx'
import { SearchInput } from './search-input.tsx'
import { Select } from './select.tsx'
import { useTypedSearch } from './use-typed-search.ts'

export interface ListToolbarProps<Filter extends string> {
  /** What the list is of, in the plural; it names the two fields: `Search orders`, `Which orders`. */
  of: string
  placeholder: string
  /** Characters that a search may have. */
  maxLength: number
  /** The search as the address has it, trimmed. */
  q: string
  /** Hears of a search a moment after its last letter; the same function as long as nothing else changes. */
  onSearch: (q: string) => void
  filter: Filter
  filters: readonly { value: Filter; label: string }[]
  onFilter: (filter: Filter) => void
  exporting: boolean
  onExport: () => void
}

/** Which rows a list shows: a search, a state; and the same rows as a file. */
export function ListToolbar<Filter extends string>(props: ListToolbarProps<Filter>) {
  const [typed, type] = useTypedSearch(props.q, props.onSearch)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1 md:max-w-80">
        <SearchInput
          label={`Search ${props.of}`}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          value={typed}
          onValueChange={type}
        />
      </div>
      <Select
        aria-label={`Which ${props.of}`}
        options={props.filters}
        value={props.filter}
        onChange={(event) => props.onFilter(event.currentTarget.value as Filter)}
      />
      <Button
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        busy={props.exporting}
        busyWords="Exporting..."
        onClick={props.onExport}
      >
        Export CSV
      </Button>
    </div>
  )
}
