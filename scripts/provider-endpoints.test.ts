import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { featureUnits } from '#features/server.ts'
import { settingNames } from '#kernel/config.ts'
import { oauthReturn } from '#features/connect/oauth/start-oauth.ts'
import type { Unit } from '#kernel/unit.ts'
import { providerEndpoints } from './provider-endpoints.ts'

const guide = readFileSync(join(import.meta.dirname, '../docs/payments.md'), 'utf8')

test('the list has every event that a feature handles, and a setting for each secret', () => {
  const told = providerEndpoints('https://bolt.example', 'live')
  const units: Unit[] = Object.values(featureUnits)
  const heard = new Set(units.flatMap((unit) => Object.keys(unit.paymentHandlers ?? {})))
  const snapshots = told.slice(0, 2).flatMap(({ events }) => events)
  assert.deepEqual(new Set(snapshots), heard)
  for (const { setting } of told) assert.ok(settingNames.includes(setting), setting)
})

test('the guide names each endpoint, the setting of its secret and the OAuth return URL', () => {
  for (const { url, setting } of providerEndpoints('PUBLIC_URL', 'test')) {
    assert.ok(guide.includes(`\`${url}\``), url)
    assert.ok(guide.includes(`\`${setting}\``), setting)
  }
  assert.ok(guide.includes(`\`${oauthReturn('PUBLIC_URL')}\``))
})
