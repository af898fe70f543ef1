import { endpoint } from '#kernel/browser/endpoint.ts'

// What visitors and members call. The public key names the tenant; row-level security decides what each caller gets.

export type ItemKind = 'article' | 'link' | 'file' | 'audio' | 'video' | 'course'

/** How someone gets to an item that is closed to them, as with products; for products with their price. */
export interface LibraryWay {
  kind: string
  /** The product that opens it. */
  item_id?: string
  /** Name of the product or the role. */
  name?: string
  /** Minor units. */
  price_cents?: number
  currency?: string
  /** ISO 8601: it opens then. */
  from?: string
  after_days?: number
}

/** What everyone who sees the title of an item reads. */
export interface LibraryCard {
  id: string
  slug: string
  kind: ItemKind
  title: string
  summary: string | null
  tags: string[]
  /** ISO 8601. */
  published_at: string
  /** Whether the caller may open it now. */
  is_open: boolean
  /** Address of the cover on this server, valid for at least an hour; absent without one. */
  cover?: string
  /** Of a signed-in member who started it. */
  progress?: Progress
}

export interface Progress {
  /** Seconds of an audio or video. */
  position: number
  finished: boolean
}

/** A mark of a text. `href` is https, http or mailto. */
export type Mark = { type: 'bold' | 'italic' | 'strike' | 'code' } | { type: 'link'; attrs: { href: string } }

/** A node of an article: Tiptap's form, and no other node or attribute than these. */
export type Node =
  | { type: 'text'; text: string; marks?: Mark[] }
  | { type: 'hardBreak' | 'horizontalRule' }
  | Picture
  | { type: 'heading'; attrs: { level: 2 | 3 | 4 }; content?: Node[] }
  | {
      type: 'paragraph' | 'bulletList' | 'orderedList' | 'listItem' | 'blockquote' | 'codeBlock'
      content?: Node[]
    }

/** A picture of an article, alone in its line. */
export interface Picture {
  type: 'image'
  /** `path`: the file in the bucket, whose address is below the one of `openPictures`. `width` and `height` in pixels, if they are known. */
  attrs: { path: string; alt: string; width?: number; height?: number }
}

export interface Article {
  type: 'doc'
  content: Node[]
}

/** What only those who may open an item get. */
export interface LibraryBody {
  /** The text of an article; for the other kinds a text below, if any. */
  doc?: Article
  /** Of a link. */
  url?: string
  /** Of a file, audio or video. Its bytes come from `openMedia`. */
  file?: { name: string; type: string; size: number }
  /** Of an audio or video, in order. */
  chapters?: Chapter[]
}

export interface Chapter {
  /** Seconds from the start. */
  at: number
  title: string
}

export interface Lesson {
  id: string
  slug: string
  kind: ItemKind
  title: string
  /** `locked`: it opens at `opens_at`, or after the course was started if that is absent. `closed`: the course is not open. */
  state: 'open' | 'locked' | 'closed'
  /** ISO 8601. */
  opens_at?: string
  finished: boolean
}

export interface CourseModule {
  id: string
  title: string
  lessons: Lesson[]
}

export interface LibraryItem extends LibraryCard {
  teaser: string | null
  /** Present exactly if `is_open`. Empty for a course. */
  body?: LibraryBody
  /** Why it is closed: how to get in. Empty: only the owner can help. Absent if it is open. */
  ways?: LibraryWay[]
  /** A lesson that is closed only until then (ISO 8601). Absent: until the course is started, or it is no lesson of the caller. */
  opens_at?: string
  /** Whether the item is a lesson of a course of the caller that opens later. */
  is_locked?: true
  /** Of a course: its modules with the lessons whose titles the caller may see. */
  modules?: CourseModule[]
  /** Of a course that has certificates, for a signed-in member. */
  certificate?: OwnCertificate
  /** Of a course: whether days count from its start, and the caller has not started it. */
  can_start?: boolean
}

/** `open`: the course is not finished. `ready`: it can be issued. */
export type OwnCertificate =
  | { state: 'open' | 'ready' | 'revoked' }
  | {
      state: 'issued'
      /** The name on it, as the member chose it. */
      name: string
      /** ISO 8601. */
      issued_at: string
      /** Address of the page where everyone can check it. */
      url: string
    }

export interface LibraryPage {
  items: LibraryCard[]
  /** For the next page; absent on the last. */
  next?: string
}

export interface LibraryQuery {
  /** Words of the title, summary, teaser and tags, and of the texts that the caller may open. */
  q?: string
  tag?: string
  kind?: ItemKind
  /** `next` of the page before. */
  after?: string
}

/** 20 items a page, newest first. Without `q`, only listed ones. Errors: 400 bad_cursor, 429 too_many_requests. */
export const listLibrary = endpoint<LibraryQuery, LibraryPage>('GET', '/library-items')
/** Tags of the items that the caller sees, most used first, at most 50. */
export const listTags = endpoint<Record<string, never>, { tags: string[] }>('GET', '/library-tags')
/**
 * @param item slug or id
 * Errors: 404 item_not_found, also for drafts and for items whose title is hidden from the caller.
 */
export const readLibraryItem = endpoint<{ item: string }, LibraryItem>('GET', '/library-items/:item')
/** Courses that the caller started, and when they last went on. Errors: 401 not_authenticated. */
export const myCourses = endpoint<
  Record<string, never>,
  { courses: (LibraryCard & { lessons: number; lessons_finished: number })[] }
>('GET', '/my-library')

/** An address of a file's bytes, with Range. */
export interface MediaAddress {
  /** On this server. Works only in the browser that requested it (a cookie), or with the same session's token. Each request checks the caller's right. */
  url: string
  /** Seconds that it is valid: at most 300. The player requests another before. */
  seconds: number
  name: string
  type: string
  size: number
  /** Of a converted video: a main playlist (HLS), for as long and in the same browser. Its other files have addresses below it. */
  stream?: string
  /** Of a converted video: a picture, likewise. */
  poster?: string
  /** WebVTT, likewise. */
  captions: { language: string; label: string; url: string }[]
}

/** Errors: 404 item_not_found, 403 item_closed, 409 no_file. */
export const openMedia = endpoint<{ item: string }, MediaAddress>('POST', '/library-items/:item/media')
/**
 * An address below which are the pictures of an open item's text, by their paths: `folder + path`. As for media, it works in the browser that
 * requested it, or with the same session's token, for `seconds`. Errors: 404 item_not_found, 403 item_closed.
 */
export const openPictures = endpoint<{ item: string }, { folder: string; seconds: number }>(
  'POST',
  '/library-items/:item/pictures',
)
/** For open items; what is finished stays finished. Errors: 401 not_authenticated, 403 item_closed. */
export const saveProgress = endpoint<{ item: string; position?: number; finished?: true }, Progress>(
  'PUT',
  '/library-items/:item/progress',
)
/** Starts a course: its days count from now. Once; later calls change nothing. Errors: 401 not_authenticated, 403 item_closed. */
export const startCourse = endpoint<{ item: string }, Progress>('POST', '/library-items/:item/start')
/**
 * Issues the certificate of a finished course, once: the name stays. Errors: 401 not_authenticated, 404 item_not_found,
 * 409 no_certificate (the course has none, or is not finished).
 */
export const claimCertificate = endpoint<{ item: string; name: string }, OwnCertificate>(
  'POST',
  '/library-items/:item/certificate',
)
/** The issued certificate as a PDF (A4). Errors: 409 no_certificate, 429 too_many_requests. */
export const certificatePdf = endpoint<{ item: string; locale?: string }, Blob>(
  'GET',
  '/library-items/:item/certificate.pdf',
)
