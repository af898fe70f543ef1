import { isPreviewOrigin, originAllowed } from '#kernel/tenancy.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'

/** Checks whether the page's site may show this tenant's blocks. */
export function siteFinding({ url }: PageFacts, { tenant }: Known): InstallFinding {
  const finding = { id: 'site', title: 'Site' }
  const { origin } = url
  if (!originAllowed(tenant, origin))
    return {
      ...finding,
      state: 'fail',
      verdict: 'Not listed',
      text: `${tenant.name} does not list \`${origin}\`, so its blocks do not load there.${almost(tenant.allowed_origins, url)}`,
      list: origin,
    }
  const byName = tenant.allowed_origins.some(
    (site) => site === origin || site === origin.replace('https:', 'http:'),
  )
  if (!byName && isPreviewOrigin(origin))
    return {
      ...finding,
      state: 'pass',
      verdict: 'Preview',
      text: 'In test mode this host works without being listed. `bb("user")` and `bb("token")` work on listed sites only.',
      list: origin,
    }
  return { ...finding, state: 'pass', verdict: 'Pass', text: `${tenant.name} lists \`${origin}\`.` }
}

/** The origin with or without `www.` is a different site, which surprises many users. */
function almost(sites: readonly string[], url: URL): string {
  const bare = (host: string) => host.replace(/^www\./, '')
  const twin = sites.find((site) => {
    const listed = URL.parse(site)
    return listed && listed.host !== url.host && bare(listed.host) === bare(url.host)
  })
  return twin ? ` \`${twin}\` is listed, but with and without \`www.\` count as two sites.` : ''
}
