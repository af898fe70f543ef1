import { transaction } from '../database.ts'
import type { Faults } from './api/faults.ts'
import type { World } from './world.ts'

/**
 * Deletes all payment objects, events, deliveries, faults and counts, but not the keys.
 * @param endpoints also deletes webhook endpoints and event destinations, which a running product has
 * registered
 */
export function resetPayments(world: World, faults: Faults, endpoints: boolean): void {
  transaction(world.database, () => {
    const kept = endpoints ? `('')` : `('webhook_endpoint', 'v2.core.event_destination')`
    world.database.exec(
      `delete from objects where kind not in ${kept}; delete from deliveries; delete from idempotency;
      delete from settings where name = 'after_retries'`,
    )
  })
  faults.clear()
  world.log.clear()
  world.deliveries.disorder = { duplicates: 0, spreadMs: 0 }
  world.deliveries.resume()
}
