import { CallError, createCaller } from '#kernel/browser/call.ts'
import type { Endpoint } from '#kernel/browser/endpoint.ts'
import { accessToken, checkSession } from '../session/auth-client.ts'
import { config } from '../config.ts'
import { showPaywall } from '../plan/paywall.ts'

const sendRequest = createCaller({
  url: `${config.url}/functions/v1`,
  apiKey: config.anonKey,
  accessToken,
})

/** Calls a server function: `await call(listItems, { tenantId })`. Throws CallError. */
export async function call<I, O>(
  endpoint: Endpoint<I, O>,
  input: I,
  more?: { idempotencyKey?: string },
): Promise<O> {
  try {
    return await sendRequest(endpoint, input, more)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) checkSession()
    if (error instanceof CallError && error.status === 402 && endpoint.method !== 'GET')
      showPaywall(error.message)
    throw error
  }
}
