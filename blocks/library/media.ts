import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { parse, serialize } from 'hono/utils/cookie'
import type { Claims } from '#kernel/db/claims.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { AppContext, AppEnv } from '#kernel/http/context.ts'
import { identify } from '#kernel/http/identify.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { OBJECT_COLUMNS } from '#services/storage/objects/object.ts'
import type { StoredObject } from '#services/storage/objects/object.ts'
import { openStorage } from '#services/storage/open.ts'
import { serve } from '#services/storage/serve/serve.ts'
import { picturesOf } from './article.ts'
import { BUCKET } from './bucket.ts'
import { vttOf } from './captions/write-vtt.ts'

import { libraryErrors } from './errors.ts'
import type { MediaAddress } from './endpoints.ts'
import { PICTURE_TYPES, type Cue, type StaffBody } from './endpoints-studio.ts'
import { readLibraryItem } from './items.ts'
import {
  hashOf,
  readCoverToken,
  readMediaToken,
  readStreamToken,
  signMedia,
  signStream,
} from './media-tokens.ts'
import type { MediaGrant } from './media-tokens.ts'
import { isFile, shownBody } from './shown-body.ts'

/** Marks a browser, per site around the frame. Without it, an address of media works nowhere. */
const COOKIE = '__Host-bb-media'
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'None', partitioned: true } as const

/**
 * An address for the file of an open item, which works in this browser for five minutes.
 * @throws {AppError} item_not_found, item_closed, no_file
 */
export async function openMedia({
  kernel,
  claims,
  input,
  request,
}: RouteContext<{ item: string }>): Promise<Response> {
  const item = await readLibraryItem(kernel, claims, input)
  if (!item.body) throw libraryErrors.item_closed()
  if (!item.body.file) throw libraryErrors.no_file()
  const { grant, headers } = grantFor(kernel, claims, item.id, request)
  const folder = signStream(kernel.config, grant)
  const { isReady, captions } = await extrasOf(kernel, claims, item.id)
  const address: MediaAddress = {
    ...item.body.file,
    url: signMedia(kernel.config, grant),
    seconds: kernel.config.video.addressSeconds,
    ...(isReady && { stream: `${folder}main.m3u8`, poster: `${folder}poster.jpg` }),
    captions: captions.map((each) => ({ ...each, url: `${folder}${each.language}.vtt` })),
  }
  return Response.json(address, { headers })
}

/**
 * A folder with the pictures of an open item's text, which works in this browser for five minutes.
 * @throws {AppError} item_not_found, item_closed
 */
export async function openPictures({
  kernel,
  claims,
  input,
  request,
}: RouteContext<{ item: string }>): Promise<Response> {
  const item = await readLibraryItem(kernel, claims, input)
  if (!item.body) throw libraryErrors.item_closed()
  const { grant, headers } = grantFor(kernel, claims, item.id, request)
  const pictures = { folder: signStream(kernel.config, grant), seconds: kernel.config.video.addressSeconds }
  return Response.json(pictures, { headers })
}

/** What an address of an item is bound to, and the headers that give a browser the cookie it is bound to. */
function grantFor(kernel: Kernel, claims: Claims, item: string, request: Request) {
  const browser = browserOf(request) ?? randomBytes(32).toString('base64url')
  const grant: MediaGrant = {
    tenant: claims.tenant!,
    item,
    sub: claims.sub ?? null,
    session: claims.session_id ?? null,
    browser: browserHash(kernel, browser),
  }
  return {
    grant,
    headers: { 'cache-control': 'no-store', 'set-cookie': serialize(COOKIE, browser, ATTRIBUTES) },
  }
}

/** What the player gets beside the file, under the same right. */
async function extrasOf(kernel: Kernel, claims: Claims, item: string) {
  const { rows } = await kernel.database.once<{
    isReady: boolean
    captions: { language: string; label: string }[]
  }>(claims, {
    name: 'library media extras',
    text: `select exists (select from public.library_videos v where v.tenant_id = $1 and v.item_id = $2 and v.state = 'ready') as "isReady",
      coalesce((select jsonb_agg(jsonb_build_object('language', c.language, 'label', c.label) order by c.label, c.language)
        from public.library_captions c where c.tenant_id = $1 and c.item_id = $2), '[]') as captions`,
    values: [claims.tenant, item],
    readOnly: true,
  })
  return rows[0]!
}

/** The routes that serve bytes, outside the functions: players and pictures send no key. */
export function mediaPages(kernel: Kernel): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  // Players send no key, so their requests have no user; programs send their session.
  app.get('/library-media', identify(), async (c) => {
    const grant = readMediaToken(kernel.config, c.req.query('token') ?? '')
    const file = await fileFor(kernel, c, grant)
    return serveObject(kernel, c, grant.tenant, file.path, { kind: 'private' })
  })
  app.get('/library-stream/:token/:name', identify(), async (c) => {
    const grant = readStreamToken(kernel.config, c.req.param('token'))
    const name = c.req.param('name')
    const [, language] = CAPTIONS.exec(name) ?? []
    if (language) return serveCaptions(kernel, c, grant, language)
    if (!RENDITION.test(name)) return servePicture(kernel, c, grant, name)
    const { path } = await fileFor(kernel, c, grant)
    return serveObject(kernel, c, grant.tenant, `${path}.hls/${name}`, { kind: 'private' })
  })
  app.get('/library-cover', (c) => {
    const { tenant, path, until } = readCoverToken(kernel.config, c.req.query('token') ?? '')
    return serveObject(kernel, c, tenant, path, { kind: 'signed', until })
  })
  return app
}

/** Names of the files that `video/convert.ts` makes. */
const RENDITION = /^(main\.m3u8|\d\.(m3u8|m4s)|poster\.jpg)$/
const CAPTIONS = /^([a-zA-Z0-9-]{2,35})\.vtt$/

/** A picture only if the text that its reader may open now has it. */
async function servePicture(kernel: Kernel, c: AppContext, grant: MediaGrant, path: string) {
  const { doc } = shownBody(await bodyFor(kernel, c, grant))
  if (!doc || !picturesOf(doc).includes(path)) throw libraryErrors.link_expired()
  return serveObject(kernel, c, grant.tenant, path, { kind: 'private' }, PICTURE_TYPES)
}

/** Written from the stored cues for each request: no file of a user is sent as it is. */
async function serveCaptions(kernel: Kernel, c: AppContext, grant: MediaGrant, language: string) {
  const { rows } = await kernel.database.once<{ cues: Cue[] }>(await standing(kernel, c, grant), {
    name: 'library captions',
    text: 'select cues from public.library_captions where tenant_id = $1 and item_id = $2 and language = $3',
    values: [grant.tenant, grant.item, language],
    readOnly: true,
  })
  if (!rows[0]) throw libraryErrors.link_expired()
  return c.body(vttOf(rows[0].cues), 200, {
    'content-type': 'text/vtt; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
}

/**
 * The file of the item if the person of the address may still open it, and the request comes from their browser or session.
 * @throws {AppError} link_expired
 */
async function fileFor(kernel: Kernel, c: AppContext, grant: MediaGrant) {
  const { file } = await bodyFor(kernel, c, grant)
  if (!isFile(file)) throw libraryErrors.link_expired()
  return file
}

/** What the person of the address may read now. @throws {AppError} link_expired */
async function bodyFor(kernel: Kernel, c: AppContext, grant: MediaGrant): Promise<StaffBody> {
  const { rows } = await kernel.database.once<{ body: StaffBody }>(await standing(kernel, c, grant), {
    name: 'library media',
    text: 'select body from public.library_bodies where tenant_id = $1 and item_id = $2',
    values: [grant.tenant, grant.item],
    readOnly: true,
  })
  if (!rows[0]) throw libraryErrors.link_expired()
  return rows[0].body
}

/**
 * The claims of the person of an address, if the request comes from their browser or session and that session is alive.
 * @throws {AppError} link_expired
 */
async function standing(kernel: Kernel, c: AppContext, grant: MediaGrant): Promise<Claims> {
  const { tenant, sub, session } = grant
  const claims: Claims = sub
    ? { role: 'end_user', pool: tenant, tenant, sub, ...(session && { session_id: session }) }
    : { role: 'anon', pool: tenant, tenant }
  if (!isBound(kernel, c, grant)) throw libraryErrors.link_expired()
  if (sub && (await kernel.sessions.standing(claims)) !== 'alive') throw libraryErrors.link_expired()
  return claims
}

/** Browsers send the cookie with a player's requests; programs send the token of the same session. */
function isBound(kernel: Kernel, c: AppContext, { browser: hash, session }: MediaGrant): boolean {
  const browser = browserOf(c.req.raw)
  if (browser !== undefined && browserHash(kernel, browser) === hash) return true
  return session !== null && c.get('claims').session_id === session
}

const browserOf = (request: Request): string | undefined =>
  parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE]

const browserHash = (kernel: Kernel, browser: string) =>
  hashOf(kernel.config).make(`browser ${browser}`).toString('base64url')

/** The statement names the bucket, so that no path of an item reaches another bucket. */
function serveObject(
  kernel: Kernel,
  c: AppContext,
  pool: string,
  path: string,
  sharing: Parameters<typeof serve>[3],
  types?: readonly string[],
): Promise<Response> {
  const storage = openStorage(kernel)
  return serve(
    { storage, c, claims: SERVICE, pool },
    pool,
    async () => {
      const { rows } = await kernel.database.once<StoredObject>(SERVICE, {
        name: 'library object',
        text: `select ${OBJECT_COLUMNS} from storage.objects where pool_id = $1 and bucket_id = $2 and name = $3`,
        values: [pool, BUCKET, path],
        readOnly: true,
      })
      if (!rows[0] || (types && !types.includes(String(rows[0].metadata?.['mimetype']))))
        throw libraryErrors.no_file()
      return rows[0]
    },
    sharing,
  )
}
