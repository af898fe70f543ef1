import type { DataTable } from '#features/tables/endpoints.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { Notice } from '#ui/notice.tsx'
import { conversionText, useConversion } from './use-losses.ts'

export interface KindNoteProps {
  tenantId: string
  table: DataTable
  from: Field
  to: Field
}

/** Says what another kind makes of the stored values, before it is saved. */
export function KindNote({ tenantId, table, from, to }: KindNoteProps) {
  const { conversion, isError } = useConversion(tenantId, table, from, to)
  if (isError) return <Notice tone="warn">The stored values could not be read.</Notice>
  if (!conversion) return <Notice>Checking the stored values...</Notice>
  const isBad = conversion.lost > 0 || conversion.isTooLarge
  return <Notice tone={isBad ? 'warn' : 'ok'}>{conversionText(conversion)}</Notice>
}
