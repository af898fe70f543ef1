import { storageErrors } from '../errors.ts'

/** RFC 9110 media type with its parameters, as narrow as headers allow. */
const TYPE =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;\s*[\w!#$&^.+-]+=("[\w\s!#$&^.+/:=-]*"|[\w!#$&^.+/:-]+))*$/
const PATTERN = /^([a-zA-Z0-9\-+.]+)\/([a-zA-Z0-9\-+.]+|\*)(;\s*charset=[a-zA-Z0-9-]+)?$|^\*(\/\*)?$/

const refusal = (type: unknown) =>
  storageErrors.invalid_mime_type({ text: `mime type ${String(type).slice(0, 200)} is not supported` })

/** The essence of a type, lower case: `Text/Plain;charset=UTF-8` is `text/plain`. */
export const essenceOf = (type: string): string => type.split(';')[0]!.trim().toLowerCase()

/** @throws {AppError} InvalidMimeType unless it is a type that may stand in a header */
export function checkedMimeType(type: string): string {
  if (!isMimeType(type)) throw refusal(type)
  return type
}

/** Whether a type may stand in a header; nothing is said of whether there is such a type. */
export const isMimeType = (type: string): boolean => type.length <= 255 && TYPE.test(type)

/** A bucket's list, for example `image/*` and `application/pdf`. @throws {AppError} InvalidMimeType */
export function checkedPatterns(patterns: unknown): string[] {
  if (!Array.isArray(patterns))
    throw storageErrors.invalid_request({ text: 'allowed_mime_types must be a list' })
  const wanted = patterns.filter((pattern) => pattern !== '')
  if (wanted.length > 100) throw storageErrors.invalid_request({ text: 'allowed_mime_types has at most 100' })
  for (const pattern of wanted)
    if (typeof pattern !== 'string' || pattern.length > 1000 || !PATTERN.test(pattern)) throw refusal(pattern)
  return wanted as string[]
}

/** @throws {AppError} InvalidMimeType unless a pattern of the bucket lets the type in; without a list, all go in */
export function checkAllowed(type: string, patterns: string[] | null): void {
  if (!patterns?.length) return
  const essence = essenceOf(type)
  const fits = patterns.some((pattern) => {
    const wanted = essenceOf(pattern)
    if (wanted === '*' || wanted === '*/*') return true
    return wanted.endsWith('/*') ? essence.startsWith(wanted.slice(0, -1)) : essence === wanted
  })
  if (!fits) throw refusal(type)
}
