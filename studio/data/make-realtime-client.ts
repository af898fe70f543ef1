import { RealtimeClient } from '@supabase/realtime-js'
import { accessToken } from '../session/auth-client.ts'
import { config } from '../config.ts'

/**
 * Creates the Studio's realtime client. In a file of its own, because most screens never load it.
 * @param tenantId the tenant whose own tables it watches
 */
export const makeRealtimeClient = (tenantId?: string) =>
  new RealtimeClient(`${config.url}/realtime/v1`, {
    params: { apikey: config.anonKey, ...(tenantId !== undefined && { 'x-tenant': tenantId }) },
    accessToken: async () => (await accessToken()) ?? null,
  })
