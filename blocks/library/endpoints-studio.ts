import { endpoint } from '#kernel/browser/endpoint.ts'
import type { Audience } from '#kernel/browser/audience.ts'
import type { Article, Chapter, ItemKind } from './endpoints.ts'

// What the staff call, with the right `content` on the tenant. Errors of all: 404 tenant_not_found, 403 right_missing.

/** A file of the bucket `bb-library`, uploaded with the storage API to a path that `prepareUpload` gave. */
export interface StoredMedia {
  path: string
  /** As visitors download it. */
  name: string
}

export interface StaffBody {
  doc?: Article
  url?: string
  file?: StoredMedia & { type: string; size: number }
  chapters?: Chapter[]
}

/** An item without its body, as lists of the Studio show it. */
export interface StaffItem {
  id: string
  kind: ItemKind
  slug: string
  title: string
  summary: string | null
  teaser: string | null
  /** Path of the cover in the bucket. */
  cover: string | null
  tags: string[]
  status: 'draft' | 'scheduled' | 'published'
  /** ISO 8601; null for a draft. */
  published_at: string | null
  /** Id of the audience; null: no one, except by a course. */
  audience: string | null
  /** Whether others see title and teaser. */
  is_teaser: boolean
  is_listed: boolean
  /** Of a course: what days of its lessons count from. */
  counts_from: 'start' | 'joining'
  /** Of a course: whether members who finished it get a certificate. */
  has_certificate: boolean
  /** For `saveItem`: the version that is changed. */
  revision: number
  created_at: string
  updated_at: string
  /** Members who finished it. */
  finished: number
  /** Members who started it. */
  started: number
}

export interface OutlineLesson {
  /** Id of an item of the tenant that is no course. */
  item: string
  drip_days: number | null
  /** ISO 8601. */
  drip_at: string | null
}

export interface OutlineModule {
  /** Absent for a new one. */
  id?: string
  title: string
  lessons: OutlineLesson[]
}

export interface StaffItemWithBody extends StaffItem {
  body: StaffBody
  /** Of a course. */
  modules?: (OutlineModule & { id: string })[]
}

/** All fields of an item that can change. Kind and slug of an item stay, so that links to it do. */
export interface GivenItem {
  title: string
  summary: string | null
  teaser: string | null
  cover: string | null
  tags: string[]
  /** null: draft; `now`: published from now on, by the database's clock; a time (ISO 8601) in the future schedules it. */
  published_at: string | null
  /** Id of an audience, or a rule: one with this rule is used or created. */
  audience: string | Audience | null
  is_teaser: boolean
  is_listed: boolean
  counts_from: 'start' | 'joining'
  /** Only of courses. Absent: as it was; of a new one, none. */
  has_certificate?: boolean
  /** `type` and `size` are those of the stored file. */
  body: { doc?: Article; url?: string; file?: StoredMedia; chapters?: Chapter[] }
}

interface OfItem {
  tenantId: string
  itemId: string
}

/** Newest change first; `most`: how many items the plan allows (0: none can be added or changed). */
export const listItems = endpoint<{ tenantId: string }, { items: StaffItem[]; most: number }>(
  'GET',
  '/library/:tenantId/items',
)
/** Errors: 404 item_not_found. */
export const readItem = endpoint<OfItem, StaffItemWithBody>('GET', '/library/:tenantId/items/:itemId')
/**
 * Errors: 400 bad_article, bad_body (`details.field`), 402 plan_required, 409 slug_taken, 409 most_items, 404 audience_not_found, 400 file_missing.
 */
export const createItem = endpoint<
  {
    tenantId: string
    kind: ItemKind
    /** Lower case, digits and hyphens. Made from the title if it is absent. */
    slug?: string
    item: GivenItem
  },
  StaffItemWithBody
>('POST', '/library/:tenantId/items')
/** Replaces all fields and the body. Errors: as createItem; 404 item_not_found, 409 item_changed (another revision). */
export const saveItem = endpoint<OfItem & { revision: number; item: GivenItem }, StaffItemWithBody>(
  'PUT',
  '/library/:tenantId/items/:itemId',
)
/** X Errors: 404 item_not_found. */
export const deleteItem = endpoint<OfItem, { success: true }>('DELETE', '/library/:tenantId/items/:itemId')
/**
 * Replaces modules and lessons of a course, in this order, all or nothing. Progress of members belongs to the items and stays.
 * Errors: 404 item_not_found, 409 no_course, 409 course_in_course, 409 lesson_twice, 409 item_changed, 409 most_lessons, 409 most_modules.
 */
export const saveOutline = endpoint<
  OfItem & { revision: number; modules: OutlineModule[] },
  StaffItemWithBody
>('PUT', '/library/:tenantId/items/:itemId/outline')
/**
 * Where to upload a file: bucket and path for the storage API (`x-bb-pool: tenantId`; resumable with tus). Creates the bucket.
 * Errors: 402 plan_required.
 */
export const prepareUpload = endpoint<{ tenantId: string; name: string }, { bucket: string; path: string }>(
  'POST',
  '/library/:tenantId/uploads',
)

export interface VideoState {
  /** `none`: the item has no video file. */
  state: 'none' | 'waiting' | 'working' | 'ready' | 'failed'
  /** Percent. */
  progress: number
  /** Why it failed, as a sentence. The uploaded file is served then. */
  failure?: string
  /** Of the renditions, in pixels. */
  heights: number[]
  /** Whether this server has ffmpeg. Without it, the uploaded file is served. */
  can_convert: boolean
}
/** How far the conversion of a video is. Errors: 404 item_not_found. */
export const readVideo = endpoint<OfItem, VideoState>('GET', '/library/:tenantId/items/:itemId/video')
/** Converts a video again that failed; otherwise it changes nothing. Errors: 404 item_not_found. */
export const convertVideo = endpoint<OfItem, VideoState>('POST', '/library/:tenantId/items/:itemId/video')

/** Times in milliseconds; `text` is plain, with line breaks. */
export interface Cue {
  start: number
  end: number
  text: string
}
export interface Captions {
  /** BCP 47, for example `pt-BR`. */
  language: string
  /** As the player lists it. */
  label: string
  cues: Cue[]
}
/** Errors: 404 item_not_found. */
export const readCaptions = endpoint<OfItem, { captions: Captions[] }>(
  'GET',
  '/library/:tenantId/items/:itemId/captions',
)
/** Adds the captions of a language, or replaces them. Cues are sorted by time. Errors: 404 item_not_found, 409 most_captions, 402 plan_required. */
export const saveCaptions = endpoint<OfItem & Captions, Captions>(
  'PUT',
  '/library/:tenantId/items/:itemId/captions/:language',
)
/** Errors: 404 item_not_found. */
export const deleteCaptions = endpoint<OfItem & { language: string }, { success: true }>(
  'DELETE',
  '/library/:tenantId/items/:itemId/captions/:language',
)
/** Who started an item, and how far they are. */
export interface ItemMember {
  id: string
  email: string | null
  name: string | null
  /** ISO 8601. */
  started_at: string
  finished_at: string | null
  /** Seconds of an audio or video. */
  position: number
  certificate?: { id: string; name: string; issued_at: string; revoked_at: string | null }
}

/** Newest activity first, at most 500. With the right `people`. Errors: 404 item_not_found. */
export const listItemMembers = endpoint<OfItem, { members: ItemMember[] }>(
  'GET',
  '/library/:tenantId/items/:itemId/members',
)
/** Revokes a certificate, or makes it valid again. With the right `people`. Errors: 404 certificate_not_found. */
export const setCertificate = endpoint<
  { tenantId: string; certificateId: string; revoked: boolean },
  { success: true }
>('PUT', '/library/:tenantId/certificates/:certificateId')

interface OfProduct {
  tenantId: string
  productId: string
}
/** Ids of the items and courses that a product includes: their audience names its buyers. Errors: 404 product_not_found. */
export const readProductItems = endpoint<OfProduct, { items: string[] }>(
  'GET',
  '/library/:tenantId/products/:productId/items',
)
/**
 * Makes a product include exactly these items, all or nothing: its buyers become a line of each item's audience, or are removed from it.
 * Errors: 404 product_not_found, item_not_found, 402 plan_required, 409 too_many_audiences, bad_audience (an audience has at most 20 lines).
 */
export const saveProductItems = endpoint<OfProduct & { items: string[] }, { items: string[] }>(
  'PUT',
  '/library/:tenantId/products/:productId/items',
)

/** Of pictures in articles. They are pixels alone: an SVG is a document. */
export const PICTURE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
]
