import { listForms, listViews } from '#blocks/database/endpoints-studio.ts'
import { listTables } from '#features/tables/endpoints.ts'
import { call } from '#studio/data/api.ts'
import type { BlockKind } from '#studio/screen.ts'
import { tagsOf } from './tags.ts'
import { guestbook } from './templates/guestbook.ts'
import { makeTemplate } from './templates/make-template.ts'

/** Tables on the overview of the blocks. It is in use once there is a table. */
export const kind: BlockKind = {
  pitch: 'Your own tables, without SQL: forms collect rows on your site, and lists show them there.',
  async readUsage({ id: tenantId }) {
    const tables = (await call(listTables, { tenantId })).tables.filter(({ deleted_at }) => !deleted_at)
    const readOnly = tables.filter(({ read_only }) => read_only).length
    return {
      isInUse: tables.length > 0,
      state:
        readOnly > 0 ? { tone: 'warn', label: `${readOnly} read-only` } : { tone: 'ok', label: 'In use' },
      count: tables.length === 1 ? '1 table' : `${tables.length} tables`,
    }
  },
  async createStarter({ id: tenantId }) {
    const { tables } = await call(listTables, { tenantId })
    if (tables.length === 0) {
      const { error } = await makeTemplate(call, tenantId, guestbook)
      if (error) throw error
    }
    const [{ forms }, views] = await Promise.all([
      call(listForms, { tenantId }),
      call(listViews, { tenantId }),
    ])
    return tagsOf(forms, views)
  },
}
