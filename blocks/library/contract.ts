import * as z from 'zod/mini'
import { contract, name, uuid } from '#kernel/contract.ts'

export const itemKind = z.enum(['article', 'link', 'file', 'audio', 'video', 'course'])
const time = z.nullable(z.string())
const tags = z.array(z.string())
export const progress = z.object({ position: z.number(), finished: z.boolean() })

const cardFields = {
  id: uuid,
  slug: z.string(),
  kind: itemKind,
  title: z.string(),
  summary: time,
  tags,
  published_at: z.string(),
  is_open: z.boolean(),
  cover: z.optional(z.string()),
  progress: z.optional(progress),
}
const card = z.object(cardFields)

const way = z.object({
  kind: z.string(),
  item_id: z.optional(uuid),
  name: z.optional(z.string()),
  price_cents: z.optional(z.number()),
  currency: z.optional(z.string()),
  from: z.optional(z.string()),
  after_days: z.optional(z.number()),
})

/** Checked when it is stored and read again (article.ts), so it is not described here a second time. */
export const article = z.custom<never>((given) => typeof given === 'object' && given !== null)

const body = z.object({
  doc: z.optional(article),
  url: z.optional(z.string()),
  file: z.optional(z.object({ name: z.string(), type: z.string(), size: z.number() })),
  chapters: z.optional(z.array(z.object({ at: z.number(), title: z.string() }))),
})

const lesson = z.object({
  id: uuid,
  slug: z.string(),
  kind: itemKind,
  title: z.string(),
  state: z.enum(['open', 'locked', 'closed']),
  opens_at: z.optional(z.string()),
  finished: z.boolean(),
})

const certificate = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['open', 'ready', 'revoked']) }),
  z.object({ state: z.literal('issued'), name: z.string(), issued_at: z.string(), url: z.string() }),
])

const item = z.object({
  ...cardFields,
  teaser: time,
  body: z.optional(body),
  ways: z.optional(z.array(way)),
  opens_at: z.optional(z.string()),
  is_locked: z.optional(z.literal(true)),
  modules: z.optional(z.array(z.object({ id: uuid, title: z.string(), lessons: z.array(lesson) }))),
  certificate: z.optional(certificate),
  can_start: z.optional(z.boolean()),
})

/** A slug or an id. */
export const reference = z.string().check(z.regex(/^[a-z0-9-]{1,80}$/i, 'must be a slug or an id'))
const ofItem = z.strictObject({ item: reference })

export const listLibraryContract = contract(
  z.strictObject({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    tag: z.optional(name(40)),
    kind: z.optional(itemKind),
    after: z.optional(z.string().check(z.maxLength(300))),
  }),
  z.object({ items: z.array(card), next: z.optional(z.string()) }),
)
export const listTagsContract = contract(z.strictObject({}), z.object({ tags }))
export const readItemContract = contract(ofItem, item)
export const myCoursesContract = contract(
  z.strictObject({}),
  z.object({
    courses: z.array(z.object({ ...cardFields, lessons: z.number(), lessons_finished: z.number() })),
  }),
)
export const openMediaContract = contract(
  ofItem,
  z.object({
    url: z.string(),
    seconds: z.number(),
    name: z.string(),
    type: z.string(),
    size: z.number(),
    stream: z.optional(z.string()),
    poster: z.optional(z.string()),
    captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
  }),
)
export const openPicturesContract = contract(ofItem, z.object({ folder: z.string(), seconds: z.number() }))
export const saveProgressContract = contract(
  z.strictObject({
    item: reference,
    position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    finished: z.optional(z.literal(true)),
  }),
  progress,
)
export const startCourseContract = contract(ofItem, progress)
export const claimCertificateContract = contract(
  z.strictObject({ item: reference, name: name(100) }),
  certificate,
)
/** The handler returns the file. */
export const certificatePdfContract = contract(
  z.strictObject({ item: reference, locale: z.optional(z.string().check(z.maxLength(35))) }),
  z.custom<Blob>(),
)
