import type { DatabaseSync } from 'node:sqlite'
import { setting } from '../database.ts'
import { identifier } from '../identifier.ts'
import type { PlatformKeys } from './world.ts'

/** The platform's account and keys, created at the first start and then reused. */
export function platformKeys(database: DatabaseSync): PlatformKeys {
  const kept = (name: string, prefix: string, length: number): string =>
    setting(database, name, () => identifier(prefix, length))
  return {
    account: kept('platform_account', 'acct', 16),
    secretKeyTest: kept('secret_key_test', 'sk_test_sandbox', 32),
    publishableKeyTest: kept('publishable_key_test', 'pk_test_sandbox', 32),
    connectClientIdTest: kept('connect_client_id_test', 'ca', 32),
    secretKeyLive: kept('secret_key_live', 'sk_live_sandbox', 32),
    publishableKeyLive: kept('publishable_key_live', 'pk_live_sandbox', 32),
    connectClientIdLive: kept('connect_client_id_live', 'ca', 32),
  }
}
