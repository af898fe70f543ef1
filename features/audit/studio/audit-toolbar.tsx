import { useCallback } from 'react'
import { SEARCH_MAX } from '#kernel/browser/list-view.ts'
import { Select } from '#ui/forms/select.tsx'
import { ListToolbar } from '#ui/lists/list-toolbar.tsx'
import { ACTORS, type AuditView, KINDS, TIMES } from './audit-view.ts'
import { useExportChanges } from './use-audit.ts'

export interface AuditToolbarProps {
  tenantId: string
  view: AuditView
  onShow: (view: AuditView) => void
}

/** Search, filters and export of the audit log. */
export function AuditToolbar({ tenantId, view, onShow }: AuditToolbarProps) {
  const search = useCallback((q: string) => onShow({ ...view, q }), [view, onShow])
  const csv = useExportChanges(tenantId, view)
  return (
    <ListToolbar
      of="changes"
      placeholder="Name, action or ID"
      maxLength={SEARCH_MAX}
      q={view.q}
      onSearch={search}
      filter={view.kind}
      filters={KINDS}
      onFilter={(kind) => onShow({ ...view, kind })}
      exporting={csv.isPending}
      onExport={() => csv.mutate()}
    >
      <Select
        aria-label="Who made the change"
        options={ACTORS}
        value={view.who}
        onChange={(event) => onShow({ ...view, who: event.currentTarget.value as AuditView['who'] })}
      />
      <Select
        aria-label="When it was made"
        options={TIMES}
        value={view.days}
        onChange={(event) => onShow({ ...view, days: event.currentTarget.value as AuditView['days'] })}
      />
    </ListToolbar>
  )
}
