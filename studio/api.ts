import { createCaller } from '#kernel/browser/call.ts'
import { accessToken } from './auth-client.ts'
import { config } from './config.ts'

/** Calls a server function: `await call(listItems, { tenantId })`. Throws CallError. */
export const call = createCaller({
  url: `${config.url}/functions/v1`,
  apiKey: config.anonKey,
  accessToken,
})
