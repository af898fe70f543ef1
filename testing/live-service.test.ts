import { describe, test } from 'node:test'
import { liveService, sandboxService } from './live-service.ts'
import { serviceJourneys } from './service-journeys.ts'

// The same journeys, so that what is written for the real service is known to run.
describe('the stand-in', () => serviceJourneys('sandbox', sandboxService()))

const live = await liveService(process.env)
describe('the real service', () => {
  if (typeof live === 'string') test(`was not run: ${live}`, (t) => t.skip(`not run: ${live}`))
  else serviceJourneys('real service', Promise.resolve(live))
})
