import type { DataTable } from '#features/tables/endpoints.ts'

/** Whether what a change sets is in the newer description as it was in the one that the change was made from. */
export function canRebase(change: object, before: DataTable, fresh: DataTable): boolean {
  const comparable = (table: DataTable, key: keyof DataTable) =>
    JSON.stringify(key === 'fields' ? table.fields.map(settingsOf) : table[key])
  return (Object.keys(change) as (keyof DataTable)[]).every(
    (key) => comparable(before, key) === comparable(fresh, key),
  )
}

/** Without the places where values are stored: the server chooses and changes those. */
function settingsOf(field: DataTable['fields'][number]): object {
  const settings = { ...field }
  for (const own of ['slot', 'indexed', 'unique_slot'] as const) delete settings[own]
  return settings
}
