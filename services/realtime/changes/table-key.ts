/** A table: the oid of one of the product, or the id of a tenant's own. */
export type TableKey = number | string

/** Splits keys into tables of the product and tenants' own. */
export function splitKeys(keys: Iterable<TableKey>): { oids: number[]; own: string[] } {
  const all = [...keys]
  return {
    oids: all.filter((key) => typeof key === 'number'),
    own: all.filter((key) => typeof key === 'string'),
  }
}
