import { linkAddress, readArticle } from './article.ts'
import type { Chapter, LibraryBody } from './endpoints.ts'
import type { StaffBody } from './endpoints-studio.ts'

/** What those who may open an item get of its body: checked again, because the data API stores bodies too, and without the path of the file. */
export function shownBody({ doc, url, file, chapters }: StaffBody): LibraryBody {
  const address = linkAddress(url)
  return {
    ...(doc && { doc: shownArticle(doc) }),
    ...(address && { url: address }),
    ...(isFile(file) && { file: { name: file.name, type: file.type, size: file.size } }),
    ...(isFile(file) && Array.isArray(chapters) && { chapters: chapters.filter(isChapter) }),
  }
}

const isChapter = (given: unknown): given is Chapter => {
  const { at, title } = (given ?? {}) as Record<string, unknown>
  return typeof at === 'number' && typeof title === 'string'
}

export const isFile = (file: unknown): file is NonNullable<StaffBody['file']> => {
  if (typeof file !== 'object' || file === null) return false
  const { path, name, type, size } = file as Record<string, unknown>
  return (
    typeof path === 'string' &&
    typeof name === 'string' &&
    typeof type === 'string' &&
    typeof size === 'number'
  )
}

function shownArticle(doc: unknown) {
  try {
    return readArticle(doc)
  } catch {
    return { type: 'doc' as const, content: [] }
  }
}
