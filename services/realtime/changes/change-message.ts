import type { Role } from '#kernel/db/claims.ts'
import type { Change, RowImage } from './change-rows.ts'
import { imageText } from './change-rows.ts'
import type { Column, Relation } from './relations.ts'

/** As the hosted service has it: above this, only values of at most SHORT bytes are told, and an error. */
const LARGEST = 1024 * 1024
const SHORT = 64

export interface Audience {
  role: Role
  /** Undefined: every column that the role may read; else these and the key. */
  select: string[] | undefined
  /** Whether the row as it was may be seen, too. */
  sawOld: boolean
}

/** `data` of the wire's postgres_changes message, as JSON text. */
export function changeMessage(
  relation: Relation,
  change: Change,
  { role, select, sawOld }: Audience,
): string {
  const columns = relation.columns.filter(
    ({ name, key, readers }) => readers.includes(role) && (!select || key || select.includes(name)),
  )
  const { record, old } = change
  const tooLarge = sizeOf(record) + sizeOf(old) > LARGEST
  const part = (image: RowImage, may: (column: Column) => boolean = () => true) =>
    imageText(
      image,
      columns.filter((column) => may(column) && (!tooLarge || sizeOfText(image[column.name]) <= SHORT)),
    )
  // Of a row that was out of sight until now, nothing is told that the new row does not say.
  const mayOld = ({ name, key }: Column) =>
    (key || (relation.full && sawOld)) && (sawOld || old?.[name] === record?.[name])
  const members = [
    `"schema":${JSON.stringify(relation.schema)}`,
    `"table":${JSON.stringify(relation.name)}`,
    `"commit_timestamp":"${change.at}"`,
    `"type":"${change.type}"`,
    `"columns":${JSON.stringify(columns.map(({ name, type }) => ({ name, type })))}`,
    ...(record ? [`"record":${part(record)}`] : []),
    ...(old ? [`"old_record":${part(old, mayOld)}`] : []),
    `"errors":${tooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  return `{${members.join(',')}}`
}

const sizeOf = (image: RowImage | null) =>
  Object.values(image ?? {}).reduce((sum, value) => sum + sizeOfText(value), 0)
const sizeOfText = (text: string | undefined) => Buffer.byteLength(text ?? '')
