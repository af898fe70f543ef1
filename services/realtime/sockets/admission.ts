import type { IncomingMessage } from 'node:http'
import type { Config } from '#kernel/config.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { ApiKey } from '#kernel/http/context.ts'
import { readApiKey } from '#kernel/http/identify.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { POOL_HEADER, TENANT_HEADER, originAllowed } from '#kernel/tenancy.ts'
import { realtimeErrors } from '../errors.ts'
import type { Vsn } from '../wire/frame.ts'
import type { Admission } from './socket.ts'

/**
 * Decides who may open a socket. The caller must have an API key, in the URL (browsers cannot send headers
 * here) or in a header. A tenant's public key is accepted only from the sites that the tenant lists. A
 * request without Origin does not come from a browser, so only its key is checked.
 * @param ip address of the client
 * @throws {AppError} missing_api_key, invalid_api_key, too_many_requests, OriginNotAllowed,
 * UnsupportedVersion
 */
export async function admit(kernel: Kernel, request: IncomingMessage, ip: string): Promise<Admission> {
  const { searchParams } = new URL(request.url ?? '', 'http://host')
  const header = (name: string) => [request.headers[name]].flat()[0]
  const vsn = searchParams.get('vsn') ?? '1.0.0'
  if (vsn !== '1.0.0' && vsn !== '2.0.0') throw realtimeErrors.unsupported_version()
  const key = searchParams.get('apikey') ?? header('apikey') ?? header('x-api-key')
  if (!key) throw commonErrors.missing_api_key()
  const apiKey = await kernel.addressLimits.readKey(ip, key, () => readApiKey(kernel, key))
  const origin = header('origin')
  if (!siteAllowed(kernel.config, apiKey, origin)) throw realtimeErrors.foreign_site()
  return {
    apiKey,
    vsn: vsn satisfies Vsn,
    origin,
    pool: [POOL_HEADER, TENANT_HEADER].map((name) => searchParams.get(name) ?? header(name)).find(Boolean),
  }
}

/**
 * Whether a page of this origin may use the key. The platform's keys work from everywhere, a tenant's key
 * from the sites that the tenant lists and from our own frames.
 */
export function siteAllowed(
  config: Pick<Config, 'publicUrl' | 'embedOrigin'>,
  apiKey: ApiKey,
  origin: string | undefined,
): boolean {
  if (apiKey.kind !== 'public' || origin === undefined) return true
  const own = [config.publicUrl, config.embedOrigin.test, config.embedOrigin.live]
  return own.includes(origin) || originAllowed(apiKey.tenant, origin)
}
