import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { useDebouncedSearch } from '#ui/use-debounced-search.ts'
import type { ItemFilter } from './item-filter.ts'
import { KIND_LIST, KINDS } from './item-kinds.tsx'

export interface ItemsToolbarProps {
  filter: ItemFilter
  tags: readonly string[]
  /** Stable: a new one restarts the delay of the search. */
  onSearch: (q: string) => void
  onFilter: (next: Partial<ItemFilter>) => void
}

/** Search and filters above the list. */
export function ItemsToolbar({ filter, tags, onSearch, onFilter }: ItemsToolbarProps) {
  const [typed, type] = useDebouncedSearch(filter.q, onSearch)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-40 flex-1 max-sm:basis-full md:max-w-80">
        <SearchInput
          label="Search items"
          placeholder="Title, summary or tag"
          maxLength={SEARCH_MAX}
          value={typed}
          onValueChange={type}
        />
      </div>
      <Select
        aria-label="Filter by kind"
        value={filter.kind}
        options={[
          { value: '', label: 'All kinds' },
          ...KIND_LIST.map((kind) => ({ value: kind, label: KINDS[kind].name })),
        ]}
        onChange={({ currentTarget }) => onFilter({ kind: currentTarget.value as ItemFilter['kind'] })}
      />
      <Select
        aria-label="Filter by state"
        value={filter.state}
        options={[
          { value: '', label: 'All states' },
          { value: 'published', label: 'Published' },
          { value: 'scheduled', label: 'Scheduled' },
          { value: 'draft', label: 'Draft' },
        ]}
        onChange={({ currentTarget }) => onFilter({ state: currentTarget.value as ItemFilter['state'] })}
      />
      {tags.length > 0 || filter.tag ? (
        <Select
          aria-label="Filter by tag"
          className="max-w-44"
          value={filter.tag}
          options={[
            { value: '', label: 'All tags' },
            ...[...new Set([...tags, ...(filter.tag ? [filter.tag] : [])])].map((tag) => ({
              value: tag,
              label: tag,
            })),
          ]}
          onChange={({ currentTarget }) => onFilter({ tag: currentTarget.value })}
        />
      ) : null}
    </div>
  )
}
