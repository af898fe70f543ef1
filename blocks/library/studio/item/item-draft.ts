import type { GivenItem, StaffItemWithBody, StoredMedia } from '#blocks/library/endpoints-studio.ts'
import type { Article, ItemKind } from '#blocks/library/endpoints.ts'
import { chaptersOf, linesOf } from '../media/chapter-lines.ts'
import { fromLocalInput, toLocalInput } from '#studio/audience/moment.ts'

/** A file that is uploaded. Type and size are shown; the server reads them from the stored file. */
export interface DraftFile extends StoredMedia {
  type: string
  size: number
}

/** An item as the form has it. */
export interface ItemDraft {
  title: string
  /** Empty: made from the title. Fixed once the item is stored. */
  slug: string
  summary: string
  teaser: string
  /** Path of the picture; null without one. */
  cover: string | null
  tags: string[]
  state: 'draft' | 'published' | 'scheduled'
  /** When it was published; null if it never was. Kept while the state changes. */
  publishedAt: string | null
  /** Value of a `datetime-local` field, for `scheduled`. */
  scheduledFor: string
  /** Id of an audience; null: no one. */
  audience: string | null
  isTeaser: boolean
  isListed: boolean
  countsFrom: 'start' | 'joining'
  /** Of a course. */
  hasCertificate: boolean
  doc: Article | undefined
  url: string
  file: DraftFile | undefined
  /** A line for each, as typed. */
  chapters: string
}

export const emptyDraft = (): ItemDraft => ({
  title: '',
  slug: '',
  summary: '',
  teaser: '',
  cover: null,
  tags: [],
  state: 'draft',
  publishedAt: null,
  scheduledFor: '',
  audience: null,
  isTeaser: true,
  isListed: true,
  countsFrom: 'start',
  hasCertificate: false,
  doc: undefined,
  url: '',
  file: undefined,
  chapters: '',
})

/** Whether stored input is one: another release may have other fields. What is undefined is not stored. */
export const isItemDraft = (stored: object): stored is ItemDraft =>
  Object.entries(emptyDraft()).every(([name, value]) => value === undefined || name in stored)

export const draftOf = (item: StaffItemWithBody): ItemDraft => ({
  title: item.title,
  slug: item.slug,
  summary: item.summary ?? '',
  teaser: item.teaser ?? '',
  cover: item.cover,
  tags: item.tags,
  state: item.status,
  publishedAt: item.status === 'published' ? item.published_at : null,
  scheduledFor: item.status === 'scheduled' ? toLocalInput(item.published_at ?? undefined) : '',
  audience: item.audience,
  isTeaser: item.is_teaser,
  isListed: item.is_listed,
  countsFrom: item.counts_from,
  hasCertificate: item.has_certificate,
  doc: item.body.doc,
  url: item.body.url ?? '',
  file: item.body.file,
  chapters: linesOf(item.body.chapters ?? []),
})

/** What the server gets of a draft without problems. */
export function givenOf(draft: ItemDraft, kind: ItemKind): GivenItem {
  const { doc, url, file } = draft
  const read = chaptersOf(draft.chapters)
  const chapters = 'chapters' in read ? read.chapters : []
  return {
    title: draft.title.trim(),
    summary: draft.summary.trim() || null,
    teaser: draft.teaser.trim() || null,
    cover: draft.cover,
    tags: draft.tags,
    published_at: publishedAt(draft),
    audience: draft.audience,
    is_teaser: draft.isTeaser,
    is_listed: draft.isListed,
    counts_from: draft.countsFrom,
    ...(kind === 'course' && { has_certificate: draft.hasCertificate }),
    body: {
      ...(doc && kind !== 'course' && { doc }),
      ...(kind === 'link' && { url: url.trim() }),
      ...(file && hasFile(kind) && { file: { path: file.path, name: file.name } }),
      ...(hasChapters(kind) && chapters.length > 0 && { chapters }),
    },
  }
}

function publishedAt({ state, publishedAt: before, scheduledFor }: ItemDraft): string | null {
  if (state === 'draft') return null
  return state === 'scheduled' ? (fromLocalInput(scheduledFor) ?? null) : (before ?? 'now')
}

export const hasFile = (kind: ItemKind): boolean => kind === 'file' || kind === 'audio' || kind === 'video'

const hasChapters = (kind: ItemKind): boolean => kind === 'audio' || kind === 'video'

export type Problems = Partial<Record<keyof ItemDraft, string>>

/** Empty if the item can be saved. A draft needs no content yet. */
export function problemsOf(draft: ItemDraft, kind: ItemKind, now = new Date()): Problems {
  const problems: Problems = {}
  const isVisible = draft.state !== 'draft'
  if (!draft.title.trim()) problems.title = 'Enter a title.'
  if (draft.slug && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.slug))
    problems.slug = 'Use lower-case letters, digits and single hyphens between them.'
  if (draft.state === 'scheduled') {
    const time = fromLocalInput(draft.scheduledFor)
    if (!time) problems.scheduledFor = 'Enter a date and a time.'
    else if (new Date(time) <= now) problems.scheduledFor = 'Enter a time in the future, or publish it now.'
  }
  if (kind === 'link' && (isVisible || draft.url.trim()) && !isWebAddress(draft.url.trim()))
    problems.url = 'Enter an address that begins with https://'
  if (isVisible && kind === 'article' && !draft.doc) problems.doc = 'Write something before you publish it.'
  if (isVisible && hasFile(kind) && !draft.file) problems.file = 'Upload a file before you publish it.'
  const read = chaptersOf(draft.chapters)
  if (hasChapters(kind) && 'problem' in read) problems.chapters = read.problem
  return problems
}

const isWebAddress = (text: string) =>
  /^https:\/\/\S+$/.test(text) && text.length <= 2000 && URL.canParse(text)

/** The fields that differ, as the screen names them. */
export function differences(a: ItemDraft, b: ItemDraft): string[] {
  const same = (name: keyof ItemDraft) => JSON.stringify(a[name] ?? null) === JSON.stringify(b[name] ?? null)
  const names: [string, (keyof ItemDraft)[]][] = [
    ['title', ['title']],
    ['summary', ['summary']],
    ['teaser', ['teaser']],
    ['cover', ['cover']],
    ['tags', ['tags']],
    ['state', ['state', 'scheduledFor', 'publishedAt']],
    ['audience', ['audience', 'isTeaser', 'isListed']],
    ['days of lessons', ['countsFrom']],
    ['certificate', ['hasCertificate']],
    ['content', ['doc', 'url', 'file', 'chapters']],
  ]
  return names.flatMap(([name, fields]) => (fields.every(same) ? [] : [name]))
}
