import { ArchiveRestore } from 'lucide-react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { formatDate } from '#kernel/browser/dates.ts'
import { Button } from '#ui/button.tsx'
import { useRestoreTable } from '../use-tables.ts'

const DAYS_KEPT = 30
const DAY_MS = 86_400_000

/** Tables in the trash, with the day on which each is deleted for good. */
export function TablesTrash({ tenantId, tables }: { tenantId: string; tables: readonly DataTable[] }) {
  const restore = useRestoreTable(tenantId)
  return (
    <section aria-labelledby="trash-title">
      <h2 id="trash-title" className="mb-1 text-subheading">
        Trash
      </h2>
      <ul aria-label="Trash" className="divide-y divide-line border-y border-line">
        {tables.map((table) => (
          <li key={table.id} className="flex min-h-13 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{table.title}</span>
              <span className="block text-caption text-text-3">
                Deleted for good on {formatDate(purgeDay(table.deleted_at!))}
              </span>
            </span>
            <Button
              size="small"
              icon={<ArchiveRestore size={16} strokeWidth={1.75} aria-hidden />}
              aria-label={`Restore ${table.title}`}
              busy={restore.isPending && restore.variables.id === table.id}
              busyLabel="Restoring..."
              onClick={() => restore.mutate(table)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const purgeDay = (deletedAt: string) => new Date(Date.parse(deletedAt) + DAYS_KEPT * DAY_MS).toISOString()
