import { errors } from '../errors/table.ts'
import type { Media } from '../request.ts'

const ARRAY: Media = { kind: 'array', stripNulls: false }

const KINDS: Record<string, Media['kind']> = {
  '*/*': 'array',
  'application/*': 'array',
  'application/json': 'array',
  'application/vnd.pgrst.array': 'array',
  'application/vnd.pgrst.array+json': 'array',
  'application/vnd.pgrst.object': 'object',
  'application/vnd.pgrst.object+json': 'object',
  'text/csv': 'csv',
}

/**
 * The first offered type of an Accept header, by its quality values.
 * The query plan (`application/vnd.pgrst.plan`) is not offered: it tells how many rows others have.
 * @throws PGRST107 when none is offered
 */
export function parseAccept(header: string | undefined): Media {
  if (!header || header === '*/*' || header === 'application/json') return ARRAY
  const wanted = header.split(',').map(mediaRange)
  for (const { type, parameters } of wanted.toSorted((a, b) => b.quality - a.quality)) {
    const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
    if (kind)
      return { kind, stripNulls: type.includes('vnd.pgrst.') && parameters.get('nulls') === 'stripped' }
  }
  throw errors.notAcceptable(wanted.map(({ type }) => type.slice(0, 100)))
}

function mediaRange(text: string) {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase())
  const parameters = new Map(
    rest.map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name.trim(), value.trim()]
    }),
  )
  const quality = Number(parameters.get('q') ?? 1)
  return { type, parameters, quality: Number.isNaN(quality) ? 0 : quality }
}
