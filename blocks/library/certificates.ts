import { languageOfTag } from '#kernel/browser/languages.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { inTurn } from '#kernel/in-turn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { libraryErrors } from './errors.ts'
import type { OwnCertificate } from './endpoints.ts'
import { readLibraryItem } from './items.ts'
import { readCertificate, shownCertificate } from './own-certificate.ts'

/** A PDF takes up to a second of this process. */
const PDFS_PER_ADDRESS = { points: 20, seconds: 600 }
const MOST_WAITING = 20

/** Codes have 142 random bits. The limit is for the database. */
export const CHECKS_PER_ADDRESS = { points: 60, seconds: 600 }

/**
 * Issues the certificate of a finished course. A second call returns the one that there is.
 * @throws {AppError} item_not_found, no_certificate
 */
export async function claimCertificate(
  kernel: Kernel,
  claims: Claims,
  { item, name }: { item: string; name: string },
): Promise<OwnCertificate> {
  const { id } = await readLibraryItem(kernel, claims, { item })
  const stored = await readCertificate(kernel, claims, 'select app.claim_certificate($1, $2) as own', [
    id,
    name,
  ])
  if (!stored || stored.state === 'open' || stored.state === 'ready') throw libraryErrors.no_certificate()
  return shownCertificate(kernel, claims, stored)
}

/** @throws {AppError} item_not_found, no_certificate, too_many_requests */
export async function downloadCertificate({
  kernel,
  claims,
  input,
  clientIp,
}: RouteContext<{ item: string; locale?: string }>): Promise<Response> {
  await kernel.limits.take('library.pdf', `${claims.tenant} ${addressKey(clientIp)}`, PDFS_PER_ADDRESS)
  const { title, certificate } = await readLibraryItem(kernel, claims, input)
  if (certificate?.state !== 'issued') throw libraryErrors.no_certificate()
  const code = new URL(certificate.url).searchParams.get('code') ?? ''
  const checked = await checkCertificate(kernel, claims, code)
  const tenant = await kernel.tenancy.byPublicKey(claims.aud ?? '')
  const language = languageOfTag(input.locale ?? '') ?? 'en'
  const facts = { ...certificate, course: checked?.course ?? title, site: tenant?.name ?? '' }
  const pdf = await inTurn(
    'certificate',
    async () => (await import('./pdf/certificate-pdf.ts')).certificatePdf(facts, language),
    { atOnce: 1, most: MOST_WAITING },
  )
  return new Response(new Uint8Array(pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="certificate.pdf"',
      'cache-control': 'private, no-store',
    },
  })
}

/** What a code proves; undefined for codes that are unknown or revoked. */
export async function checkCertificate(
  { database }: Kernel,
  claims: Claims,
  code: string,
): Promise<{ name: string; course: string; issued_at: string } | undefined> {
  const { rows } = await database.once<{ name: string; course: string; issued_at: string }>(claims, {
    name: 'library check',
    text: "select name, course, to_json(issued_at) #>> '{}' as issued_at from app.check_certificate($1)",
    values: [code],
    readOnly: true,
  })
  return rows[0]
}
