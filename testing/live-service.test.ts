import { describe, test } from 'node:test'
import { liveService, sandboxService } from './live-service.ts'
import { serviceJourneys } from './service-journeys.ts'

// The same journeys on the sandbox prove that the tests written for the real service run.
describe('the sandbox', () => serviceJourneys('sandbox', sandboxService()))

const live = await liveService(process.env)
describe('the real service', () => {
  if (typeof live === 'string') test(`was not run: ${live}`, (t) => t.skip(`not run: ${live}`))
  else serviceJourneys('real service', Promise.resolve(live))
})
