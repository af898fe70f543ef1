import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOptions, guessCountry } from './countries.ts'

test('countries are listed by name, in alphabetical order', () => {
  const options = countryOptions()
  assert.ok(options.length > 40)
  assert.deepEqual(options[0], { value: 'AU', label: 'Australia' })
  assert.ok(options.some(({ value, label }) => value === 'DE' && label === 'Germany'))
  assert.deepEqual(
    options.map(({ label }) => label),
    options.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b, 'en')),
  )
})

test('the default is the region of the browser’s languages, if accounts can be created there', () => {
  assert.equal(guessCountry(['de-DE', 'en']), 'DE')
  assert.equal(guessCountry(['en', 'fr-CH']), 'CH')
  assert.equal(guessCountry(['fa-IR', 'x', '']), '')
  assert.equal(guessCountry(['en-US@posix']), 'US')
  assert.equal(guessCountry(['de_AT.UTF-8']), 'AT')
})
