const PROBE = 'bb-probe'

/**
 * Whether this frame may have partitioned cookies (CHIPS): then the refresh token goes into one that no script can
 * read. Sets one that lives for a minute, reads it back and removes it.
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
