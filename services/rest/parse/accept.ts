import type { AcceptedType, Media } from '../request.ts'

const ARRAY: Media = { kind: 'array', stripNulls: false }
const ANYTHING: AcceptedType[] = [{ type: '*/*', media: ARRAY }]
const JSON_ONLY: AcceptedType[] = [{ type: 'application/json', media: ARRAY }]

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
const PLAN = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/
const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
const MAX_TYPES = 50

/**
 * The types of an Accept header (RFC 9110), sorted by quality with the best first, each with the service's
 * match. If `media` is undefined, the plan decides: a function may return its own type.
 */
export function parseAccept(header: string | undefined): AcceptedType[] {
  if (!header || header === '*/*') return ANYTHING
  if (header === 'application/json') return JSON_ONLY
  // Commas in quotes belong to a parameter: `for="application/json"`.
  const ranges = (header.match(/(?:"[^"]*"|[^,"]|")+/g) ?? []).slice(0, MAX_TYPES).map(mediaRange)
  const sorted = ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)
  return sorted.map(({ type, parameters }) => ({ type, media: mediaOf(type, parameters) }))
}

function mediaOf(type: string, parameters: ReadonlyMap<string, string>): Media | undefined {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (kind) return { kind, stripNulls: type.includes('vnd.pgrst.') && parameters.get('nulls') === 'stripped' }
  const [plan, format = 'text'] = PLAN.exec(type) ?? []
  const media = plan && parseAccept(parameters.get('for') ?? 'application/json')[0]?.media
  if (!media || media.plan) return undefined
  const requested = (parameters.get('options') ?? '').split('|')
  const options = PLAN_OPTIONS.filter((option) => requested.includes(option))
  return { ...media, plan: { format: format as 'json' | 'text', options } }
}

function mediaRange(text: string) {
  const [type = '', ...rest] = (text.match(/(?:"[^"]*"|[^;"]|")+/g) ?? []).map((part) =>
    part.trim().toLowerCase(),
  )
  const parameters = new Map(
    rest.map((pair): [string, string] => {
      const at = pair.indexOf('=')
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')]
    }),
  )
  const quality = Number(parameters.get('q') ?? 1)
  return { type, parameters, quality: Number.isNaN(quality) ? 0 : quality }
}
