import type { Role } from '#kernel/db/claims.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'

/** Embeddings in one request. */
const MAX_EMBEDS = 50

/** What the whole of a request is planned with. */
export class Scope {
  readonly catalogue: Catalogue
  readonly role: Role
  /** Whether `sum()` and its kind are allowed. */
  readonly aggregates: boolean
  private embeds = 0

  constructor(catalogue: Catalogue, role: Role, aggregates: boolean) {
    this.catalogue = catalogue
    this.role = role
    this.aggregates = aggregates
  }

  /** A name for the rows of one more embedding. */
  nextRows(): string {
    if (this.embeds === MAX_EMBEDS) {
      throw errors.badQuery('failed to parse select parameter', `at most ${MAX_EMBEDS} embedded resources`)
    }
    return `e${++this.embeds}`
  }
}
