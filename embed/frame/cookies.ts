const PROBE = 'bb-probe'

/**
 * Whether this frame can set partitioned cookies (CHIPS). The refresh token is then stored in one that
 * scripts cannot read. Sets a cookie with a one-minute lifetime, reads it back and removes it.
 */
export function partitionedCookiesWork(doc: { cookie: string } = document): boolean {
  const attributes = '; Path=/; Secure; SameSite=None; Partitioned'
  try {
    doc.cookie = `${PROBE}=1; Max-Age=60${attributes}`
    const works = doc.cookie.split('; ').includes(`${PROBE}=1`)
    doc.cookie = `${PROBE}=; Max-Age=0${attributes}`
    return works
  } catch {
    return false
  }
}
