import type { Role } from '#kernel/db/claims.ts'
import type { Change, RowImage } from './change-rows.ts'
import { imageText } from './change-rows.ts'
import type { Column, Relation } from './relations.ts'

/**
 * Bytes. Like the hosted service, a larger row is sent with only values of at most MAX_VALUE_BYTES, and an
 * error.
 */
const MAX_BYTES = 1024 * 1024
const MAX_VALUE_BYTES = 64

export interface Audience {
  role: Role
  /** Undefined: every column that the role may read; otherwise these and the key. */
  select: string[] | undefined
  /** Whether the subscriber may also see the old row. */
  canSeeOld: boolean
}

/** The `data` of the protocol's postgres_changes message, as JSON text. */
export function changeMessage(
  relation: Relation,
  change: Change,
  { role, select, canSeeOld }: Audience,
): string {
  const columns = relation.columns.filter(
    ({ name, key, readers }) => readers.includes(role) && (!select || key || select.includes(name)),
  )
  const [record, old] = [change.record, change.old].map((image) => image && relation.imageOf(image)) as [
    RowImage | null,
    RowImage | null,
  ]
  const tooLarge = sizeOf(record) + sizeOf(old) > MAX_BYTES
  const part = (image: RowImage, may: (column: Column) => boolean = () => true) =>
    imageText(
      image,
      columns.filter(
        (column) => may(column) && (!tooLarge || sizeOfText(image[column.name]) <= MAX_VALUE_BYTES),
      ),
    )
  // If the old row was not visible, send only old values that are equal to the new row's.
  const canShowOld = ({ name, key }: Column) =>
    (key || (relation.full && canSeeOld)) && (canSeeOld || old?.[name] === record?.[name])
  const members = [
    `"schema":${JSON.stringify(relation.schema)}`,
    `"table":${JSON.stringify(relation.name)}`,
    `"commit_timestamp":"${change.at}"`,
    `"type":"${change.type}"`,
    `"columns":${JSON.stringify(columns.map(({ name, type }) => ({ name, type })))}`,
    ...(record ? [`"record":${part(record)}`] : []),
    ...(old ? [`"old_record":${part(old, canShowOld)}`] : []),
    `"errors":${tooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  return `{${members.join(',')}}`
}

const sizeOf = (image: RowImage | null) =>
  Object.values(image ?? {}).reduce((sum, value) => sum + sizeOfText(value), 0)
const sizeOfText = (text: string | undefined) => Buffer.byteLength(text ?? '')
