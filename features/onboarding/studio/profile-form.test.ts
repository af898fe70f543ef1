import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_PROFILE, formOfRow, keptProfile, profileForm, rowOfForm } from './profile-form.ts'

const mara = { display_name: 'Mara', company: 'Hearth & Rye', role: 'founder', industry: 'other' } as const

test('[S5-049] a profile needs only a name', () => {
  for (const display_name of ['', '   '])
    assert.equal(profileForm.safeParse({ ...EMPTY_PROFILE, display_name }).success, false)
  assert.deepEqual(profileForm.parse({ ...EMPTY_PROFILE, display_name: ' Mara ' }), {
    ...EMPTY_PROFILE,
    display_name: 'Mara',
  })
})

test('empty fields are stored as null and shown as empty again', () => {
  const row = rowOfForm({ ...EMPTY_PROFILE, display_name: 'Mara' })
  assert.deepEqual(row, { display_name: 'Mara', company: null, role: null, industry: null })
  assert.deepEqual(formOfRow(row), { ...EMPTY_PROFILE, display_name: 'Mara' })
  assert.deepEqual(formOfRow(rowOfForm(mara)), mara)
  assert.deepEqual(formOfRow(undefined), EMPTY_PROFILE)
})

test('[K25] a forged draft in the browser’s storage is ignored', () => {
  assert.deepEqual(keptProfile({ ...mara, display_name: '' }), { ...mara, display_name: '' })
  for (const value of [
    null,
    'Mara',
    [],
    {},
    { ...mara, role: 'admin' },
    { ...mara, industry: '<img src=x onerror=alert(1)>' },
    { ...mara, company: { toString: 'x' } },
    { ...mara, display_name: 'x'.repeat(100_000) },
  ])
    assert.equal(keptProfile(value), undefined, JSON.stringify(value)?.slice(0, 60))
})
