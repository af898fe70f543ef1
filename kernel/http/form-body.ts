import { commonErrors } from '../errors.ts'
import { BODY_LIMIT, isEncoded, isUtf8, mediaType, readBytes } from './body.ts'
import { decode, wrongType } from './body-kinds.ts'
import type { BodyKind } from './body-kinds.ts'

const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
/** Maximum number of parts in a form, including files. */
const MOST_PARTS = 1000

/** A file in a form. Its name and type come from the client: never build a path or a header from them. */
export interface FormFile {
  field: string
  file: File
}

/**
 * A form as browsers send it: URL-encoded, or multipart with files. Text fields become part of the contract's input, as
 * a list if a name is repeated; files go to the handler. Everything is in memory, up to `maxBytes`.
 */
export const formBody = (maxBytes = BODY_LIMIT): BodyKind<FormFile[]> => ({
  async read(request) {
    const [type] = mediaType(request.headers)
    if (isEncoded(request.headers) || (type === MULTIPART ? false : !isUtf8(request.headers, URLENCODED)))
      throw wrongType([URLENCODED, MULTIPART])
    const bytes = await readBytes(request, maxBytes)
    return type === MULTIPART ? sorted(await partsOf(bytes, request)) : { body: [], fields: pairsOf(bytes) }
  },
})

function pairsOf(bytes: Uint8Array): Record<string, unknown> {
  const text = decode(bytes)
  if (text.split('&', MOST_PARTS + 1).length > MOST_PARTS) throw tooManyParts()
  try {
    // The standard parser is lenient: it keeps broken percent signs and replaces broken UTF-8. Reject both instead.
    decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw commonErrors.invalid_input({ text: 'The form is not valid' })
  }
  return grouped([...new URLSearchParams(text)])
}

async function partsOf(bytes: Uint8Array<ArrayBuffer>, request: Request): Promise<FormData> {
  const type = request.headers.get('content-type')!
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw commonErrors.invalid_input({ text: 'The form is not valid' })
  })
  if ([...form.keys()].length > MOST_PARTS) throw tooManyParts()
  return form
}

function sorted(form: FormData): { body: FormFile[]; fields: Record<string, unknown> } {
  const files: FormFile[] = []
  const texts: [string, string][] = []
  for (const [field, value] of form)
    if (typeof value === 'string') texts.push([field, value])
    else files.push({ field, file: value })
  return { body: files, fields: grouped(texts) }
}

function grouped(pairs: [string, string][]): Record<string, unknown> {
  const lists = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    if (name.includes('\0') || value.includes('\0'))
      throw commonErrors.invalid_input({ text: 'The form holds a NUL character' })
    lists.set(name, [...(lists.get(name) ?? []), value])
  }
  // Not a plain assignment, because `__proto__` must stay an ordinary field for the contract to reject.
  return Object.fromEntries([...lists].map(([name, list]) => [name, list.length === 1 ? list[0] : list]))
}

const tooManyParts = () => commonErrors.invalid_input({ text: `A form has at most ${MOST_PARTS} parts` })
