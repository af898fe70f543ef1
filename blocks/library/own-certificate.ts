import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { LibraryItem, OwnCertificate } from './endpoints.ts'

/** As the database has it. */
type StoredCertificate =
  | { state: 'open' | 'ready' | 'revoked' }
  | { state: 'issued'; name: string; issued_at: string; code: string }

/** A member's certificate of a course; undefined where the course has none. */
export async function ownCertificate(
  kernel: Kernel,
  claims: Claims,
  course: string,
): Promise<OwnCertificate | undefined> {
  const stored = await readCertificate(kernel, claims, 'select app.my_certificate($1) as own', [course])
  return stored && shownCertificate(kernel, claims, stored)
}

/** Runs a statement whose result `own` is a certificate. */
export async function readCertificate({ database }: Kernel, claims: Claims, text: string, values: unknown[]) {
  const { rows } = await database.once<{ own: StoredCertificate | null }>(claims, { text, values })
  return rows[0]?.own ?? undefined
}

export function shownCertificate(
  { config }: Kernel,
  { aud }: Claims,
  stored: StoredCertificate,
): OwnCertificate {
  if (stored.state !== 'issued') return stored
  const { code, ...rest } = stored
  const query = new URLSearchParams({ tenant: aud ?? '', code })
  return { ...rest, url: `${config.publicUrl}/embed/certificate?${query}` }
}

/** Whether the caller's item can have a certificate at all. */
export const mayHaveCertificate = ({ role }: Claims, { kind }: Pick<LibraryItem, 'kind'>) =>
  role === 'end_user' && kind === 'course'
