import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { mock, test } from 'node:test'
import { testApp } from '#testing/test-app.ts'
import { auth0Fetch } from './auth0-fetch.ts'

/** The address that the domain resolves to, independent of the real DNS. */
let resolvedAddress = ''
mock.method(Resolver.prototype, 'resolve4', (async () => [resolvedAddress]) as never)
mock.method(Resolver.prototype, 'resolve6', async () => [])

const app = await testApp()

/** The messages of an error and of its cause. */
const reasons = ({ message, cause }: Error): string[] => [
  message,
  ...(cause instanceof Error ? reasons(cause) : []),
]

test('[F02] a domain that resolves to a private address is not contacted', async () => {
  for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '0.0.0.0']) {
    resolvedAddress = address
    await assert.rejects(
      auth0Fetch(app.kernel)('https://inside.auth0.com/.well-known/openid-configuration'),
      (why: Error) => reasons(why).includes('The address is not public'),
      address,
    )
  }
})
