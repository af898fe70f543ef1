import assert from 'node:assert/strict'
import type { Article } from '#blocks/library/endpoints.ts'
import type { GivenItem, OutlineModule, StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import type { Creator } from '../api.ts'

const EMPTY: Omit<GivenItem, 'title'> = {
  summary: null,
  teaser: null,
  cover: null,
  tags: [],
  published_at: null,
  audience: null,
  is_teaser: true,
  is_listed: true,
  counts_from: 'start',
  body: {},
}

const text = (value: string) => ({ type: 'text' as const, text: value })
const ARTICLE: Article = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [text('A starter is flour, water and patience. It needs five days.')] },
    { type: 'heading', attrs: { level: 2 }, content: [text('Day one')] },
    {
      type: 'orderedList',
      content: [
        'Mix 50 g of rye flour with 50 g of water.',
        'Cover the jar, and leave it in a warm place.',
      ].map((step) => ({ type: 'listItem', content: [{ type: 'paragraph', content: [text(step)] }] })),
    },
    {
      type: 'blockquote',
      content: [{ type: 'paragraph', content: [text('If it smells of apples, it lives.')] }],
    },
  ],
}

/**
 * Makes articles, a link, a video without its file, and a course of articles.
 * @param name of everything, in place of names that fit a bakery
 * @returns ids of an article, the course and the video
 */
export async function makeLibrary(
  { client }: Creator,
  tenantId: string,
  name?: string,
): Promise<{ article: string; course: string; video: string }> {
  async function invoke(path: string, method: 'POST' | 'PUT', body: object): Promise<StaffItemWithBody> {
    const made = await client.functions.invoke<StaffItemWithBody>(`library/${tenantId}/${path}`, {
      method,
      body,
    })
    assert.ifError(made.error)
    return made.data!
  }
  const add = (kind: string, item: Partial<GivenItem> & { title: string }) =>
    invoke('items', 'POST', {
      kind,
      item: {
        ...EMPTY,
        ...item,
        ...(name && { title: name, summary: name, teaser: name, tags: [name.slice(0, 40)] }),
      },
    })
  const published_at = new Date(Date.now() - 3_600_000).toISOString()
  const audience = { any: [{ kind: 'signed_in' }] }
  const article = await add('article', {
    title: 'A rye starter in five days',
    summary: 'From flour and water to your first loaf.',
    teaser: 'All you need is a jar.',
    tags: ['Rye', 'Basics'],
    published_at,
    audience,
    body: { doc: ARTICLE },
  })
  const shaping = await add('article', {
    title: 'Shape a round loaf',
    tags: ['Basics'],
    body: { doc: ARTICLE },
  })
  const mill = await add('link', {
    title: 'Our mill and its flour',
    published_at,
    audience: { any: [{ kind: 'everyone' }] },
    body: { url: 'https://mill.example/flour' },
  })
  const video = await add('video', {
    title: 'Knead by hand',
    body: {
      chapters: [
        { at: 0, title: name ?? 'Flour' },
        { at: 95, title: 'The first fold' },
      ],
    },
  })
  await invoke(`items/${video.id}/captions/en`, 'PUT', {
    label: name?.slice(0, 60) ?? 'English',
    cues: [
      { start: 1000, end: 3500, text: name ?? 'Today we knead by hand.' },
      { start: 4000, end: 7250, text: 'All you need is flour,\nwater and salt.' },
    ],
  })
  const course = await add('course', {
    title: 'Bread in four weeks',
    summary: 'One step each week.',
    tags: ['Course'],
    published_at,
    audience,
  })
  const lesson = (item: StaffItemWithBody, drip_days: number | null = null) => ({
    item: item.id,
    drip_days,
    drip_at: null,
  })
  const modules: OutlineModule[] = [
    { title: name ?? 'Week 1: the starter', lessons: [lesson(article), lesson(mill)] },
    { title: 'Week 2: the loaf', lessons: [lesson(shaping, 7)] },
  ]
  await invoke(`items/${course.id}/outline`, 'PUT', { revision: course.revision, modules })
  return { article: article.id, course: course.id, video: video.id }
}
