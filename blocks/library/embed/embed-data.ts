import { name } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { checkCertificate, CHECKS_PER_ADDRESS } from '../certificates.ts'
import { reference } from '../contract.ts'
import { readLibraryItem } from '../items.ts'
import { listLibrary, listTags } from '../list-items.ts'
import type { CertificatePageData, LibraryPageData } from './data-types.ts'

/** Renders the library for a visitor who is signed out; members' pages read again what differs. */
export async function loadLibraryData(
  kernel: Kernel,
  { claims, url }: EmbedRequest,
): Promise<Pick<LibraryPageData, 'item' | 'named' | 'list' | 'tags' | 'query' | 'isGate'>> {
  const gate = url.searchParams.get('gate')
  const named = gate ?? url.searchParams.get('item') ?? viewedItem(url)
  if (named !== null) {
    const item = isReference(named) ? await itemOrNull(kernel, claims, named) : null
    return { named, item, ...(gate !== null && { isGate: true }) }
  }
  const tag = tagContract.safeParse(url.searchParams.get('tag'))
  const query = tag.success ? { tag: tag.data } : {}
  const [list, { tags }] = await Promise.all([listLibrary(kernel, claims, query), listTags(kernel, claims)])
  return { list, tags, query }
}

/** View as names what a page shows by its id. */
const viewedItem = ({ searchParams }: URL) => (searchParams.has('view_as') ? searchParams.get('id') : null)

/** A tag on a page may hold anything: what no item or tag can be named is not looked for. */
const isReference = (given: string) => reference.safeParse(given).success
const tagContract = name(40)

async function itemOrNull(kernel: Kernel, claims: EmbedRequest['claims'], item: string) {
  try {
    return await readLibraryItem(kernel, claims, { item })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null
    throw error
  }
}

/** What a code proves. Other codes than ours are not looked for. */
export async function loadCertificateData(
  kernel: Kernel,
  { tenant, claims, url, clientIp = '' }: EmbedRequest,
): Promise<Pick<CertificatePageData, 'certificate'>> {
  await kernel.limits.take('library.certificate', `${tenant.id} ${addressKey(clientIp)}`, CHECKS_PER_ADDRESS)
  const code = url.searchParams.get('code') ?? ''
  const found = /^[0-9A-Za-z]{24}$/.test(code) ? await checkCertificate(kernel, claims, code) : undefined
  return { certificate: found ?? null }
}
