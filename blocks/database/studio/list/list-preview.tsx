import '#blocks/database/embed/list/list-page.css'
import { useQuery } from '@tanstack/react-query'
import { ListRows } from '#blocks/database/embed/list/list-rows.tsx'
import { ListTools } from '#blocks/database/embed/list/list-tools.tsx'
import { texts } from '#blocks/database/embed/texts/spoken.ts'
import type { DataTable } from '#features/tables/endpoints.ts'
import type { Layout, ListDesign } from '#kernel/browser/forms/list-design.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { restRowSource } from '../grid/rest-row-source.ts'
import { rowsKey } from '../rows/use-row-count.ts'
import { listedRow, listViewOf, previewQuery } from './previewed-list.ts'

/** As many rows as the dialog has space for. */
const ROWS = 3

export interface ListPreviewProps {
  tenant: TenantRow
  table: DataTable
  title: string
  layout: Layout
  design: ListDesign
}

/** The page's own list with the draft and the first rows of the table. It does not react. */
export function ListPreview({ tenant, table, title, layout, design }: ListPreviewProps) {
  const look = useResolvedTenantTheme(tenant)
  const query = previewQuery(table, design)
  const { data, isError } = useQuery({
    queryKey: [...rowsKey(tenant.id, table.id), 'preview', query],
    queryFn: () => restRowSource(tenant.id, table).page(query, 0, ROWS, false),
  })
  const list = listViewOf(table, { title, layout, design })
  const rows = data?.rows.map((row) => listedRow(table, row)) ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <section aria-label="Preview" tabIndex={0}>
      <h3 className="mb-2 text-small font-label">Preview</h3>
      <ThemedContainer
        {...look}
        className="overflow-clip rounded-card border border-line bg-surface p-4 [&_h2]:font-semibold"
      >
        <h4 className="text-[19px]/[26px] font-semibold">{title || 'Untitled list'}</h4>
        {design.text ? <p className="list-lead">{design.text}</p> : null}
        <ListTools list={list} query={{}} onChange={() => undefined} />
        {rows.length > 0 ? (
          <ListRows
            list={list}
            rows={rows}
            sort={undefined}
            embed={undefined}
            open={design.details ? { addressOf: () => '#', show: () => undefined } : undefined}
            onSort={() => undefined}
            onChanged={() => undefined}
          />
        ) : data || isError ? (
          <p className="list-empty">{isError ? texts.list.failed : (design.empty ?? texts.list.empty)}</p>
        ) : (
          <div className="list-empty">
            <Skeleton width="62%" />
          </div>
        )}
      </ThemedContainer>
      <p className="mt-2 text-caption text-text-3">
        The first rows that visitors see, without pictures and files.
      </p>
    </section>
  )
}
