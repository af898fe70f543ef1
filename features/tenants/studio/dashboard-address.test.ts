import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DashboardAddress, readDashboardAddress, writeDashboardAddress } from './dashboard-address.ts'

const ID = '0198c1a2-0000-7000-8000-000000000001'

test('every dialog survives a round trip through the URL', () => {
  const all: DashboardAddress[] = [
    {},
    { dialog: 'create' },
    { dialog: 'theme', tenant: ID },
    { dialog: 'embed', tenant: ID },
    { dialog: 'connect', tenant: ID },
    { dialog: 'settings', tenant: ID, tab: 'products' },
  ]
  for (const address of all) {
    const query = new URLSearchParams(writeDashboardAddress(new URLSearchParams(), address))
    assert.deepEqual(readDashboardAddress(query), address)
  }
})

test('settings open on General, and closing keeps the page’s own parameters', () => {
  assert.deepEqual(readDashboardAddress(new URLSearchParams(`dialog=settings&tenant=${ID}`)), {
    dialog: 'settings',
    tenant: ID,
    tab: 'general',
  })
  const open = new URLSearchParams(`orders=all&dialog=settings&tenant=${ID}&tab=products&product=new&auth0=2`)
  assert.equal(writeDashboardAddress(open, {}), '?orders=all')
  assert.equal(writeDashboardAddress(new URLSearchParams(), {}), '')
})

test('a URL with an unknown dialog or without a tenant opens nothing', () => {
  for (const text of [
    '',
    'dialog=theme',
    'dialog=settings',
    `dialog=drop&tenant=${ID}`,
    `tenant=${ID}`,
    'stripe=connected',
  ])
    assert.deepEqual(readDashboardAddress(new URLSearchParams(text)), {}, text)
})
