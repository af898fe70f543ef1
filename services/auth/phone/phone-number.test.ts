import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirePhoneNumber } from './phone-number.ts'

test('a number is normalized to E.164 without the plus, however it is written', () => {
  for (const text of [
    '+49 151 1234-5678',
    '004915112345678',
    '4915112345678',
    '+49 (151) 12345678',
    '+49.151.1234-5678',
  ])
    assert.equal(requirePhoneNumber(text), '4915112345678', text)
})

test('anything but an international number is refused', () => {
  for (const text of [
    '',
    '0151 12345678',
    '+0151123456',
    '123456',
    '+1234567890123456',
    '+49x151',
    '+٤٩١٥١١٢٣',
  ])
    assert.throws(() => requirePhoneNumber(text), { code: 'validation_failed', status: 400 }, text)
})
