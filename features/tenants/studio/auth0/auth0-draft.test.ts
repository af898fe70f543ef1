import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STEPS, draftOf, isFilled, joined, tidied } from './auth0-draft.ts'

const filled = { domain: 'mill.eu.auth0.com', client_id: 'abc', client_secret: 'shh' }

test('[S2-157] a test needs all three values, and blanks do not count', () => {
  assert.equal(isFilled(filled), true)
  for (const name of ['domain', 'client_id', 'client_secret'] as const)
    for (const empty of ['', '  ']) assert.equal(isFilled({ ...filled, [name]: empty }), false, name)
})

test('a domain pasted as a URL becomes its host; anything else is sent as typed', () => {
  const domainOf = (domain: string) => tidied({ ...filled, domain }).domain
  assert.equal(domainOf(' https://mill.eu.auth0.com/ '), 'mill.eu.auth0.com')
  for (const other of ['http://mill.eu.auth0.com', 'mill.eu.auth0.com:443', 'a@mill.eu.auth0.com', 'x/y'])
    assert.equal(domainOf(other), other)
})

test('[S9-038] [S2-153] there are four steps, in the order of the specification', () => {
  assert.deepEqual(STEPS, [
    'Create Auth0 Application',
    'Configure URLs',
    'Get Credentials',
    'Test Connection',
  ])
})

test('the draft of a connected application has no secret; joined URLs have no duplicates', () => {
  assert.deepEqual(draftOf({ auth0_domain: 'a.auth0.com', auth0_client_id: null }), {
    domain: 'a.auth0.com',
    client_id: '',
    client_secret: '',
  })
  assert.equal(
    joined(['https://a.test'], ['https://a.test', 'https://b.test']),
    'https://a.test, https://b.test',
  )
})
