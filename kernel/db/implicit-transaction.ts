import pg from 'pg'
import { SETTINGS } from './claims.ts'

/** Prepared once per connection; `true` makes each value local to the transaction. */
export const SETTINGS_STATEMENT = {
  name: 'request_settings',
  text: `select ${SETTINGS.map((name, i) => `set_config('${name}', $${i + 1}, true)`).join(', ')}`,
}

/** The methods of pg's wire connection that a submittable uses. */
interface Wire {
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  parse(message: { text: string; name: string; types?: number[] }): void
  bind(message: { portal?: string; statement: string; values: unknown[]; valueMapper?: unknown }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal?: string }): void
  sync(): void
}

type Done = (error: Error | null, result: pg.QueryResult) => void

/** pg's Query has no public type for its protocol hooks; these are the ones used here (pg 8.23 lib/query.js). */
interface ProtocolQuery {
  name: string
  text: string
  values: unknown[]
  hasBeenParsed(wire: Wire): boolean
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const BaseQuery = pg.Query as unknown as new (config: object) => ProtocolQuery

/**
 * Runs one statement with role and claims in ONE round trip: Bind/Execute of the settings, Bind/Execute of the
 * statement, one Sync. PostgreSQL treats everything up to the Sync as one implicit transaction, so the settings apply
 * to the statement and are reset after it; an error ends only this transaction.
 */
export class ImplicitTransaction extends BaseQuery {
  private settingsDone = false
  private readonly settings: string[]

  constructor(
    settings: string[],
    statement: { name: string; text: string; values: unknown[] },
    callback: Done,
  ) {
    super({ ...statement, queryMode: 'extended', callback })
    this.settings = settings
  }

  override prepare(wire: Wire): void {
    wire.bind({ portal: '', statement: SETTINGS_STATEMENT.name, values: this.settings })
    wire.execute({ portal: '' })
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.settingsDone) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.settingsDone) super.handleCommandComplete(message, wire)
    else this.settingsDone = true
  }
}
