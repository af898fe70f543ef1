import * as z from 'zod/mini'
import { contract, name, uuid } from '#kernel/contract.ts'
import { article, itemKind } from './contract.ts'

const text = (max: number) =>
  z.nullable(
    z.string().check(
      z.trim(),
      z.maxLength(max, `must have at most ${max} characters`),
      z.refine((given) => !given.includes('\0'), 'must not contain control characters'),
    ),
  )
const moment = z.nullable(
  z.string().check(
    z.overwrite((time) => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString())),
    z.regex(/^[12]\d{3}-\d\d-\d\dT[\d:.]+Z$/, 'must be a time like 2026-11-27T18:00:00Z'),
  ),
)
const path = z.string().check(z.minLength(1), z.maxLength(300))
const countsFrom = z.enum(['start', 'joining'])
/** The database checks rules. */
const rule = z.strictObject({ any: z.array(z.custom<never>((given) => typeof given === 'object')) })

const chapters = z
  .array(z.strictObject({ at: z.int().check(z.minimum(0), z.maximum(360_000)), title: name(160) }))
  .check(
    z.maxLength(100, 'must have at most 100 chapters'),
    z.refine(
      (list) => list.every(({ at }, index) => index === 0 || list[index - 1]!.at < at),
      'must be in the order of their times',
    ),
  )

const item = z.strictObject({
  title: name(160),
  summary: text(500),
  teaser: text(4000),
  cover: z.nullable(path),
  tags: z.array(name(40)).check(z.maxLength(20, 'must have at most 20 tags')),
  published_at: z.union([z.literal('now'), moment]),
  audience: z.nullable(z.union([uuid, rule])),
  is_teaser: z.boolean(),
  is_listed: z.boolean(),
  counts_from: countsFrom,
  has_certificate: z.optional(z.boolean()),
  body: z.strictObject({
    doc: z.optional(article),
    url: z.optional(z.string().check(z.maxLength(2000))),
    file: z.optional(z.strictObject({ path, name: name(200) })),
    chapters: z.optional(chapters),
  }),
})

const nullable = z.nullable(z.string())
const staffFields = {
  id: uuid,
  kind: itemKind,
  slug: z.string(),
  title: z.string(),
  summary: nullable,
  teaser: nullable,
  cover: nullable,
  tags: z.array(z.string()),
  status: z.enum(['draft', 'scheduled', 'published']),
  published_at: nullable,
  audience: nullable,
  is_teaser: z.boolean(),
  is_listed: z.boolean(),
  counts_from: countsFrom,
  has_certificate: z.boolean(),
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  finished: z.number(),
  started: z.number(),
}
const outlineLesson = z.object({ item: uuid, drip_days: z.nullable(z.number()), drip_at: nullable })
const staffItem = z.object({
  ...staffFields,
  body: z.object({
    doc: z.optional(article),
    url: z.optional(z.string()),
    file: z.optional(z.object({ path: z.string(), name: z.string(), type: z.string(), size: z.number() })),
    chapters: z.optional(z.array(z.object({ at: z.number(), title: z.string() }))),
  }),
  modules: z.optional(z.array(z.object({ id: uuid, title: z.string(), lessons: z.array(outlineLesson) }))),
})

const slug = z
  .string()
  .check(
    z.maxLength(80),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower case letters, digits and hyphens'),
  )
const ofItem = { tenantId: uuid, itemId: uuid }
const revision = z.int().check(z.minimum(1))
const modules = z
  .array(
    z.strictObject({
      id: z.optional(uuid),
      title: name(160),
      lessons: z
        .array(
          z.strictObject({
            item: uuid,
            drip_days: z.nullable(z.int().check(z.minimum(0), z.maximum(9999))),
            drip_at: moment,
          }),
        )
        .check(z.maxLength(501)),
    }),
  )
  .check(z.maxLength(101))

export const listItemsContract = contract(
  z.strictObject({ tenantId: uuid }),
  z.object({ items: z.array(z.object(staffFields)), most: z.number() }),
)
export const readStaffItemContract = contract(z.strictObject(ofItem), staffItem)
export const createItemContract = contract(
  z.strictObject({ tenantId: uuid, kind: itemKind, slug: z.optional(slug), item }),
  staffItem,
)
export const saveItemContract = contract(z.strictObject({ ...ofItem, revision, item }), staffItem)
export const deleteItemContract = contract(z.strictObject(ofItem), z.object({ success: z.literal(true) }))
export const saveOutlineContract = contract(z.strictObject({ ...ofItem, revision, modules }), staffItem)
export const prepareUploadContract = contract(
  z.strictObject({ tenantId: uuid, name: name(200) }),
  z.object({ bucket: z.string(), path: z.string() }),
)

const videoState = z.object({
  state: z.enum(['none', 'waiting', 'working', 'ready', 'failed']),
  progress: z.number(),
  failure: z.optional(z.string()),
  heights: z.array(z.number()),
  can_convert: z.boolean(),
})
export const readVideoContract = contract(z.strictObject(ofItem), videoState)
export const convertVideoContract = contract(z.strictObject(ofItem), videoState)

const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language like en or pt-BR'))
const milliseconds = z.int().check(z.minimum(0), z.maximum(360_000_000))
const cue = z
  .strictObject({
    start: milliseconds,
    end: milliseconds,
    text: z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(1000),
      // oxlint-disable-next-line no-control-regex -- characters that a cue must not contain
      z.refine(
        (text) => !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text),
        'must not contain control characters',
      ),
    ),
  })
  .check(z.refine(({ start, end }) => start < end, 'must end after it starts'))
const track = {
  language,
  label: name(60),
  cues: z.array(cue).check(z.minLength(1), z.maxLength(5000, 'must have at most 5,000 captions')),
}
const shownTrack = z.object({
  language: z.string(),
  label: z.string(),
  cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
})
export const readCaptionsContract = contract(
  z.strictObject(ofItem),
  z.object({ captions: z.array(shownTrack) }),
)
export const saveCaptionsContract = contract(z.strictObject({ ...ofItem, ...track }), shownTrack)
export const deleteCaptionsContract = contract(
  z.strictObject({ ...ofItem, language }),
  z.object({ success: z.literal(true) }),
)
const member = z.object({
  id: uuid,
  email: nullable,
  name: nullable,
  started_at: z.string(),
  finished_at: nullable,
  position: z.number(),
  certificate: z.optional(
    z.object({ id: uuid, name: z.string(), issued_at: z.string(), revoked_at: nullable }),
  ),
})
export const listItemMembersContract = contract(
  z.strictObject(ofItem),
  z.object({ members: z.array(member) }),
)
export const setCertificateContract = contract(
  z.strictObject({ tenantId: uuid, certificateId: uuid, revoked: z.boolean() }),
  z.object({ success: z.literal(true) }),
)

const ofProduct = { tenantId: uuid, productId: uuid }
const included = z.object({ items: z.array(uuid) })
export const readProductItemsContract = contract(z.strictObject(ofProduct), included)
export const saveProductItemsContract = contract(
  z.strictObject({ ...ofProduct, items: z.array(uuid).check(z.maxLength(2000)) }),
  included,
)
