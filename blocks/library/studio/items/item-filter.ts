import type { ItemKind } from '#blocks/library/endpoints.ts'
import type { StaffItem } from '#blocks/library/endpoints-studio.ts'

/** What a list of items is narrowed to. Empty values narrow nothing. */
export interface ItemFilter {
  q: string
  kind: ItemKind | ''
  state: StaffItem['status'] | ''
  tag: string
}

export const hasFilter = ({ q, kind, state, tag }: ItemFilter): boolean => Boolean(q || kind || state || tag)

/** Items that match all of the filter. Each word of `q` must be in the title, the address, the summary or a tag. */
export function filterItems<Item extends StaffItem>(items: readonly Item[], filter: ItemFilter): Item[] {
  const wanted = filter.q.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ kind, status, tags, title, slug, summary }) => {
    if (filter.kind && kind !== filter.kind) return false
    if (filter.state && status !== filter.state) return false
    if (filter.tag && !tags.includes(filter.tag)) return false
    const text = [title, slug, summary ?? '', ...tags].join(' ').toLowerCase()
    return wanted.every((each) => text.includes(each))
  })
}

/** Tags of the items, the most used first. */
export function tagsInUse(items: readonly Pick<StaffItem, 'tags'>[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of items.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([tag]) => tag)
}
