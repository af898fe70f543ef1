import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { blockPlaces } from '#blocks/registry.ts'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import { readCustomLook, readTheme } from '#kernel/browser/theme/theme.ts'
import { type ResolvedTheme, resolveTheme } from '#kernel/browser/theme/resolve-theme.ts'
import { type Claims, PLATFORM_POOL } from '#kernel/db/claims.ts'
import { rehearse } from '#kernel/db/rehearse.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { frameAncestors, originAllowed } from '#kernel/tenancy.ts'
import type { TenantCard } from '#kernel/tenancy.ts'

import { openTicket } from '#kernel/view-as.ts'
import type { EmbedPageSource, PageSources, Unit } from '#kernel/unit.ts'
import type { Dist, EmbedHtml } from './dist.ts'
import { languageOf } from './language.ts'
import { allProfileParts, profileAnswers, usedProfileParts } from './profile-parts.ts'
import { compressedPage } from './static/compress.ts'
import { units } from './units.ts'

/** Dialog widths of the blocks that declare one, by page. */
const widths = Object.fromEntries(blockPlaces.map(({ name, embed }) => [name, embed.dialogWidth]))

/** Query parameters that name what a page shows, by page. Others have the id of one of the creator's own blocks, if any. */
const shows = Object.fromEntries(blockPlaces.map(({ name, embed }) => [name, embed.shows]))

/** The blocks' pages, rendered with their data; the tenant's list of sites determines who may frame them. */
export function embedPages(dist: Dist, from: Unit[] = units): Hono<AppEnv> {
  const sources: Record<string, EmbedPageSource> = Object.assign({}, ...from.map((unit) => unit.embedPages))
  const sourceOf = (name: string) => {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined
    if (!source) throw commonErrors.not_found()
    return source
  }
  const pages = new Hono<AppEnv>()
  pages.get('/embed/:page', async (c) => {
    const url = new URL(c.req.url)
    const named = c.req.param('page')
    const unknown = !Object.hasOwn(sources, named) && url.searchParams.has('frame')
    const requested = unknown ? undefined : sourceOf(named)
    if (!dist.folder) throw commonErrors.not_found({ text: 'The blocks are not built' })
    const kernel = c.get('kernel')
    // A tag names its tenant and may carry any attribute, so samples are only for pages without a tenant.
    const sample = url.searchParams.has('tenant') ? null : url.searchParams.get('sample')
    const tenant = sample === null ? await kernel.tenancy.byPublicKey(publicKeyIn(url) ?? '') : undefined
    if (!requested) return unknownBlock(c, dist, named, tenant)
    const name = (tenant && requested.instead?.(tenant, url)) ?? named
    const source = sourceOf(name)
    const site = siteAround(url, tenant, kernel.config.publicUrl)
    const lang = languageOf(url, c.req.header('accept-language'))
    const data =
      sample === null
        ? await pageData(c, name, withParts(source, lang, from), tenant, site)
        : { ...sampleData(sample), ...(source.showsParts && { parts: allProfileParts(lang, from) }) }
    const look = lookOf(url, tenant)
    const isOpen = !data.error && !data.host.refused
    const style = isOpen ? styleOf(source, data) : ''
    const title = (isOpen && source.titleOf?.(data as never)) || source.title(lang)
    const page = dist.document({
      page: (isOpen && source.shownBy?.(data as never)) || name,
      // The Studio may show a sample of the same page beside it, and screen readers tell landmarks apart by their names.
      title: url.searchParams.has(VIEW_AS) ? `${title}, as someone else` : title,
      data,
      look,
      lang,
      width: widths[name],
      style,
    })
    const framers = source.alone
      ? ["'none'"]
      : // A page for someone else is for the Studio alone.
        ["'self'", ...(url.searchParams.has(VIEW_AS) ? [] : ancestors(tenant, site))]
    return sendPage(c, page, policy(kernel, framers, page, source.allows?.(kernel, tenant)))
  })
  return pages
}

/** The source of a page, whose data has the parts of the profile if it shows them. */
function withParts(source: EmbedPageSource, lang: string, from: readonly Unit[]): EmbedPageSource {
  if (!source.showsParts) return source
  return {
    ...source,
    async load(kernel, request) {
      const [data, parts] = await Promise.all([
        source.load(kernel, request),
        usedProfileParts(kernel, request, lang, from),
      ])
      return { ...data, parts }
    },
    answers: async (kernel, request, data) =>
      Object.assign(
        {},
        await source.answers?.(kernel, request, data),
        ...(await profileAnswers(kernel, request, from)),
      ) as Record<string, unknown>,
  }
}

/** Query parameter with the ticket of a page that is viewed as someone else (kernel/view-as.ts). */
const VIEW_AS = 'view_as'

const publicKeyIn = (url: URL): string | null => url.searchParams.get('tenant') ?? url.searchParams.get('pk')

function sendPage(c: AppContext, page: EmbedHtml, policy: string): Promise<Response> {
  c.header('content-security-policy', policy)
  // If a proxy modified the page (minified it, injected a script), its inline scripts would not match the policy.
  c.header('cache-control', 'private, no-store, no-transform')
  // A block in a popup keeps its opener, which is a page of another origin.
  c.header('cross-origin-opener-policy', 'unsafe-none')
  c.header('referrer-policy', 'strict-origin')
  return compressedPage(c, page.html)
}

/** A valid block name for the script tag (embed/loader/base.ts), limited in length. */
const BLOCK_NAME = /^[\w-]{1,60}$/

/**
 * A frame for an unknown block, such as one from a wrong `data-block`: it tells the page's builder. The script tag does
 * not check names, so that it can open blocks newer than itself.
 * @throws {AppError} 404 without a page if the name is malformed
 */
function unknownBlock(
  c: AppContext,
  dist: Dist,
  name: string,
  tenant: TenantCard | undefined,
): Promise<Response> {
  if (!BLOCK_NAME.test(name)) throw commonErrors.not_found()
  const kernel = c.get('kernel')
  const url = new URL(c.req.url)
  const { origin } = siteAround(url, tenant, kernel.config.publicUrl)
  const page = dist.document({
    page: 'refused',
    title: name,
    data: {
      tenant: null,
      apiUrl: '',
      checkoutOrigins: [],
      parentOrigin: null,
      host: { refused: true, origin, unknownBlock: name },
    },
    look: lookOf(url, tenant),
    lang: languageOf(url, c.req.header('accept-language')),
  })
  c.status(404)
  return sendPage(c, page, policy(kernel, origin ? [origin] : ["'none'"], page))
}

interface Site {
  /** Origin of the host page as reported by the loader; undefined when the page was opened directly. */
  origin: string | undefined
  allowed: boolean
  exact: boolean
}

/** Hosts as browsers write them. URLs allow more, such as `;` and `*`, which have a meaning in a policy. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/**
 * What the loader reports about the host page. It is only trusted together with frame-ancestors, which the browser
 * enforces. Our own pages show every tenant's blocks (the playground) and are on no list.
 */
function siteAround(url: URL, tenant: TenantCard | undefined, own: string): Site {
  const said = url.searchParams.get('origin') ?? ''
  const origin = ORIGIN.test(said) && URL.canParse(said) && new URL(said).origin === said ? said : undefined
  return {
    origin,
    allowed: !origin || !tenant || origin === new URL(own).origin || originAllowed(tenant, origin),
    exact: Boolean(origin && tenant?.allowed_origins.includes(origin)),
  }
}

async function pageData(
  c: AppContext,
  name: string,
  source: EmbedPageSource,
  tenant: TenantCard | undefined,
  site: Site,
): Promise<EmbedPageData> {
  const kernel = c.get('kernel')
  const url = new URL(c.req.url)
  const common = {
    apiUrl: '',
    checkoutOrigins: kernel.payments.pageOrigins(),
    parentOrigin: site.allowed ? (site.origin ?? null) : null,
    host: { refused: !site.allowed, origin: site.origin, exact: site.exact },
  }
  const closed: EmbedPageData = {
    ...common,
    tenant: null,
    host: { refused: true, unavailable: true, origin: site.origin },
  }
  if (!tenant) {
    const publicKey = publicKeyIn(url)
    // Visitors of a site whose tenant was deleted can do nothing about its embed code.
    if (publicKey && (await kernel.tenancy.wasDeleted(publicKey))) return closed
    return { ...common, tenant: null, error: publicKey === null ? 'no_tenant' : 'tenant_not_found' }
  }
  if (!site.allowed) return { ...common, tenant: null }
  if (source.closedFor?.(tenant)) return closed
  const { allowed_origins: _, missing_plans: __, ...card } = tenant
  const base = { ...common, tenant: card as EmbedPageData['tenant'] }
  const claims = { role: 'anon' as const, pool: tenant.id, tenant: tenant.id }
  try {
    if (url.searchParams.has(VIEW_AS))
      return { ...base, ...(await viewedData(kernel, name, source, tenant, url)) }
    const request = { tenant, claims, url, headers: c.req.raw.headers, clientIp: c.get('clientIp') }
    return { ...base, ...(await source.load(kernel, request)) }
  } catch (error) {
    c.get('log').error({ error: String(error) }, 'a block page could not load its data')
    return { ...base, error: 'load_failed' }
  }
}

/** The page as the ticket's viewer gets it. The browser gets no credential, and nothing that loading writes is stored. */
async function viewedData(
  kernel: Kernel,
  name: string,
  source: EmbedPageSource,
  tenant: TenantCard,
  url: URL,
): Promise<Partial<EmbedPageData>> {
  const requested = { page: name, block: url.searchParams.get(shows[name] ?? 'id') }
  const ticket = await openTicket(kernel, url.searchParams.get(VIEW_AS) ?? '', tenant.id, requested)
  if (!ticket) return { error: 'load_failed' }
  const { claims, user } = ticket
  // Files that the page links to are read by the creator, not as the viewed member.
  const signer: Claims = { role: 'authenticated', pool: PLATFORM_POOL, ...ticket.creator }
  const rehearsal: Kernel = { ...kernel, database: rehearse(kernel.database), signer }
  const request = { tenant, claims, url, headers: new Headers() }
  const data = await source.load(rehearsal, request)
  const answers = (await source.answers?.(rehearsal, request, data as never)) ?? {}
  return { ...data, viewedAs: { user, answers } }
}

/** Data for the playground: no tenant and no host page; the renderer adds the rest. */
const sampleData = (sample: string): EmbedPageData => ({
  tenant: null,
  sample,
  apiUrl: '',
  parentOrigin: null,
  checkoutOrigins: [],
  host: {},
})

/** A refused site may frame only the page that says so, which contains nothing else. */
function ancestors(tenant: TenantCard | undefined, site: Site): string[] {
  if (site.origin && (!site.allowed || !tenant)) return [site.origin]
  return tenant ? frameAncestors(tenant) : []
}

/** The resolved theme: the tenant's theme and the host page's overrides in the URL. Every value is validated. */
function lookOf(url: URL, tenant: TenantCard | undefined): ResolvedTheme {
  const said = (name: string) => url.searchParams.get(name) ?? undefined
  const look = resolveTheme(readTheme(tenant?.theme), {
    theme: said('theme'),
    mode: said('mode') === 'dark' ? 'dark' : 'light',
    panel: said('panel') === '1',
    plain: said('plain') === 'true',
    own: readCustomLook(said),
  })
  if (look.rules.includes('<')) throw new Error('Theme rules hold a tag')
  return look
}

/** A unit's style rules. @throws when they could close their element, which no validated value can */
function styleOf(source: EmbedPageSource, data: EmbedPageData): string {
  const style = source.style?.(data as never) ?? ''
  if (style.includes('<')) throw new Error('Style rules hold a tag')
  return style
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function policy({ config }: Kernel, framers: string[], page: EmbedHtml, more: PageSources = {}): string {
  const { script = [], frame = [], connect = [], image = [], media = [] } = more
  return [
    "default-src 'none'",
    ["script-src 'self'", ...page.scripts.map(hashOf), ...script].join(' '),
    ["style-src 'self'", ...page.styles.map(hashOf)].join(' '),
    "font-src 'self'",
    ["img-src 'self' data:", ...image].join(' '),
    [`connect-src 'self' ${config.publicUrl}`, ...connect].join(' '),
    ...(frame.length ? [`frame-src ${frame.join(' ')}`] : []),
    ...(media.length ? [`media-src ${media.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framers.join(' ')}`,
  ].join('; ')
}
