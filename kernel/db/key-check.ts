import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import type { Config } from '../config.ts'
import { createSealer } from '../secrets/sealer.ts'
import { samplesOf, sealedColumns } from './sealed-columns.ts'

export type KeyRing = Config['secretKeys']

/** Name and sealing place of the check value: a random secret, which is also the password of the app login. */
export const APP_LOGIN = { name: 'app_login', place: 'app.instance_secrets.value:app_login' } as const

export const newPassword = (): string => randomBytes(32).toString('hex')

/** Serializes writes of the check value and of the app login's password. Released when the session ends. */
export async function lockAppLogin(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock(hashtext('bolt-blocks app login'))")
}

/**
 * Opens the check value: only a process whose SECRET_KEYS contain the key that sealed it belongs to this database.
 * Changes nothing.
 * @param client of the database's owner
 * @returns the secret; undefined if the first start has not written one yet
 * @throws {ConfigError} when no key of the ring opens it
 */
export async function openKeyCheck(client: pg.Client, ring: KeyRing): Promise<string | undefined> {
  const sealed = await readKeyCheck(client)
  if (sealed === undefined) return undefined
  try {
    return createSealer(ring).open(sealed, APP_LOGIN.place)
  } catch (cause) {
    throw otherKeys(`Its key is named "${sealed.split('.')[1]}".`, cause)
  }
}

/** The sealed check value as stored; undefined if there is none yet. */
export async function readKeyCheck(client: pg.Client): Promise<string | undefined> {
  if (!(await isPrepared(client))) return undefined
  const { rows } = await client.query<{ sealed: string }>(
    'select value_sealed as sealed from app.instance_secrets where name = $1',
    [APP_LOGIN.name],
  )
  return rows[0]?.sealed
}

async function isPrepared(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relname = 'instance_secrets' and relnamespace = to_regnamespace('app')`,
  )
  return rowCount === 1
}

/**
 * Opens the check value, or writes it if there is none. Of several concurrent first starts one writes it; the others
 * open it or fail. A database that already contains sealed values accepts only keys that open one of them.
 * @param client of the owner of a migrated database
 * @param initial returns the secret to store on the first start
 * @throws {ConfigError} when this database belongs to other keys
 */
export async function claimDatabase(
  client: pg.Client,
  ring: KeyRing,
  initial: () => string | Promise<string> = newPassword,
): Promise<string> {
  const known = await openKeyCheck(client, ring)
  if (known !== undefined) return known
  if (!(await isPrepared(client)))
    throw new ConfigError('This version has not prepared the database yet. Start the server once: npm start')
  await refuseForeignValues(client, ring)
  const sealed = createSealer(ring).seal(await initial(), APP_LOGIN.place)
  await client.query(
    'insert into app.instance_secrets (name, value_sealed) values ($1, $2) on conflict (name) do nothing',
    [APP_LOGIN.name, sealed],
  )
  return (await openKeyCheck(client, ring))!
}

/** For databases that are older than the check value. */
async function refuseForeignValues(client: pg.Client, ring: KeyRing): Promise<void> {
  const sealer = createSealer(ring)
  let unopened = 0
  for (const column of await sealedColumns(client))
    for (const { sealed, place } of await samplesOf(client, column))
      try {
        sealer.open(sealed, place)
        return
      } catch {
        unopened += 1
      }
  if (unopened > 0) throw otherKeys('They open none of the secrets that it stores.')
}

function otherKeys(detail: string, cause?: unknown): ConfigError {
  return new ConfigError(
    `SECRET_KEYS does not belong to this database: it was set up with another key. ${detail} Nothing was changed. Put that key back into SECRET_KEYS (newest first; without the setting, a development instance reads secrets.json in DATA_DIR), or set DATABASE_URL to the database of these keys.`,
    { cause },
  )
}
