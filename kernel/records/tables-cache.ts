import type { Database } from '../db/database.ts'
import { describeTable } from './description.ts'
import type { TableRow, TenantTables } from './description.ts'

/** Tenants whose descriptions a process remembers. */
const MOST_TENANTS = 2000

/** The descriptions of tenants' own tables. A cached one may be stale: statements check its revision. */
export interface TablesCache {
  /** From memory if they are there. */
  current(tenantId: string): Promise<TenantTables>
  /** Reads them again, for after a statement failed with BB001 or a name is unknown. */
  reload(tenantId: string): Promise<TenantTables>
}

/** SQLSTATE of statements whose description of the tables is stale. */
export const STALE_TABLES = 'BB001'

/** Opens a cache that forgets the tenant that was used longest ago. */
export function openTablesCache(database: Database): TablesCache {
  const known = new Map<string, TenantTables>()
  const reading = new Map<string, Promise<TenantTables>>()
  const waiting = new Map<string, Promise<TenantTables>>()

  /** Requests of one tenant that arrive together share one query. */
  function start(tenantId: string): Promise<TenantTables> {
    const running = read(tenantId).finally(() => reading.delete(tenantId))
    reading.set(tenantId, running)
    return running
  }

  async function read(tenantId: string): Promise<TenantTables> {
    const tables = await readTables(database, tenantId)
    known.delete(tenantId)
    known.set(tenantId, tables)
    if (known.size > MOST_TENANTS) known.delete(known.keys().next().value!)
    return tables
  }
  return {
    async current(tenantId) {
      const tables = known.get(tenantId)
      if (tables) {
        known.delete(tenantId)
        known.set(tenantId, tables)
        return tables
      }
      return reading.get(tenantId) ?? start(tenantId)
    },
    reload(tenantId) {
      const running = reading.get(tenantId)
      if (!running) return start(tenantId)
      // A query that has started may be older than the change. All who need the next one share it, so that refused requests of one
      // tenant cost one query at a time.
      const next =
        waiting.get(tenantId) ??
        running
          .catch(() => undefined)
          .then(() => {
            waiting.delete(tenantId)
            return reading.get(tenantId) ?? start(tenantId)
          })
      waiting.set(tenantId, next)
      return next
    },
  }
}

/** One statement, so that revision and tables belong together. */
function readTables(database: Database, tenantId: string): Promise<TenantTables> {
  return database.asService('closed: describe tables', async (db) => {
    const schema = await db
      .selectFrom('app.data_schemas as s')
      .leftJoin('data_tables as t', (join) =>
        join.onRef('t.tenant_id', '=', 's.tenant_id').on('t.deleted_at', 'is', null),
      )
      .select(['s.revision', 't.id', 't.name', 't.title', 't.fields', 't.team_scoped', 't.approval'])
      .select(['t.see_audience_id', 't.add_audience_id', 't.change_audience_id', 't.delete_audience_id'])
      .where('s.tenant_id', '=', tenantId)
      .execute()
    const described = schema.flatMap((row) => (row.id === null ? [] : [describeTable(row as TableRow)]))
    return {
      tenantId,
      revision: schema[0]?.revision ?? 0,
      tables: new Map(described.map((table) => [table.name, table])),
    }
  })
}
