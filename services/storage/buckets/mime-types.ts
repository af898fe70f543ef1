import { storageErrors } from '../errors.ts'

/** A media type with its parameters (RFC 9110), restricted to characters that are safe in headers. */
const TYPE =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;\s*[\w!#$&^.+-]+=("[\w\s!#$&^.+/:=-]*"|[\w!#$&^.+/:-]+))*$/
const PATTERN = /^([a-zA-Z0-9\-+.]+)\/([a-zA-Z0-9\-+.]+|\*)(;\s*charset=[a-zA-Z0-9-]+)?$|^\*(\/\*)?$/

const refusal = (type: unknown) =>
  storageErrors.invalid_mime_type({ text: `mime type ${String(type).slice(0, 200)} is not supported` })

/** The type without parameters, in lower case: `Text/Plain;charset=UTF-8` becomes `text/plain`. */
export const essenceOf = (type: string): string => type.split(';')[0]!.trim().toLowerCase()

/** @throws {AppError} InvalidMimeType unless the type is valid in a header */
export function checkedMimeType(type: string): string {
  if (!isMimeType(type)) throw refusal(type)
  return type
}

/** Whether a type is valid in a header; it does not have to be a registered type. */
export const isMimeType = (type: string): boolean => type.length <= 255 && TYPE.test(type)

/** Checks a bucket's list, for example `image/*` and `application/pdf`. @throws {AppError} InvalidMimeType */
export function checkedPatterns(patterns: unknown): string[] {
  if (!Array.isArray(patterns))
    throw storageErrors.invalid_request({ text: 'allowed_mime_types must be a list' })
  const wanted = patterns.filter((pattern) => pattern !== '')
  if (wanted.length > 100)
    throw storageErrors.invalid_request({ text: 'allowed_mime_types can contain at most 100 types' })
  for (const pattern of wanted)
    if (typeof pattern !== 'string' || pattern.length > 1000 || !PATTERN.test(pattern)) throw refusal(pattern)
  return wanted as string[]
}

/**
 * @throws {AppError} InvalidMimeType unless a pattern of the bucket matches; without a list, all types are
 * allowed
 */
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
