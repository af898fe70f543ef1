import type { Role } from '#kernel/db/claims.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'

/** Embeddings in one request. PostgreSQL plans fifty in a few hundredths of a second. */
const MAX_EMBEDS = 50
/**
 * Spread embeddings among them. They are joins, which plan slower the more there are: twenty take a tenth of
 * a second.
 */
const MAX_SPREADS = 20

/** The state shared by the planning of one whole request. */
export class Scope {
  readonly catalogue: Catalogue
  readonly role: Role
  /** Whether `sum()` and other aggregates are allowed. */
  readonly aggregates: boolean
  /** Id of the signed-in member or creator. */
  readonly me: string | undefined
  private embeds = 0
  private spreads = 0

  constructor(catalogue: Catalogue, role: Role, aggregates: boolean, me?: string) {
    this.catalogue = catalogue
    this.role = role
    this.aggregates = aggregates
    this.me = me
  }

  /** Returns a name for the rows of one more embedding. */
  nextRows(isSpread: boolean): string {
    if (isSpread) this.spreads++
    if (this.embeds === MAX_EMBEDS || this.spreads > MAX_SPREADS) {
      const most = `at most ${MAX_EMBEDS} embedded resources, ${MAX_SPREADS} of them spread`
      throw errors.badQuery('failed to parse select parameter', most)
    }
    return `e${++this.embeds}`
  }
}
