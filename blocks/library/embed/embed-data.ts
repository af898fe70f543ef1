import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { readLibraryItem } from '../items.ts'
import { listLibrary, listTags } from '../list-items.ts'
import type { LibraryPageData } from './data-types.ts'

/** Renders the library for a visitor who is signed out; members' pages read again what differs. */
export async function loadLibraryData(
  kernel: Kernel,
  { claims, url }: EmbedRequest,
): Promise<Pick<LibraryPageData, 'item' | 'named' | 'list' | 'tags' | 'query'>> {
  const named = url.searchParams.get('item')
  if (named !== null) return { named, item: await itemOrNull(kernel, claims, named) }
  const tag = url.searchParams.get('tag')
  const query = tag ? { tag: tag.slice(0, 40) } : {}
  const [list, { tags }] = await Promise.all([listLibrary(kernel, claims, query), listTags(kernel, claims)])
  return { list, tags, query }
}

async function itemOrNull(kernel: Kernel, claims: EmbedRequest['claims'], item: string) {
  try {
    return await readLibraryItem(kernel, claims, { item })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null
    throw error
  }
}
