import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldProblem } from '#kernel/browser/fields/check-field.ts'
import { FIELD_NAME, OWN_COLUMNS, type Field } from '#kernel/browser/fields/field.ts'
import { defaultValue, readValue } from '#kernel/browser/fields/read-value.ts'
import { CHOICE_COLORS } from '../fields/choice-colors.ts'
import { TEMPLATES } from './templates.ts'

const MEMBER = '0190a000-0000-7000-8000-000000000001'

test('the eight templates have different names [peers D1]', () => {
  assert.equal(new Set(TEMPLATES.map(({ id }) => id)).size, 8)
  assert.equal(new Set(TEMPLATES.map(({ title }) => title)).size, 8)
})

for (const { id, fields, rows, rights, approval } of TEMPLATES) {
  const described = fields.map((field, at): Field => ({ ...field, id: `field00${at}` }))

  test(`${id}: the fields are valid`, () => {
    for (const field of described) {
      assert.equal(fieldProblem(field), undefined, field.title)
      assert.match(field.name, FIELD_NAME)
      assert.ok(!(OWN_COLUMNS as readonly string[]).includes(field.name))
      for (const { color } of field.choices ?? []) assert.ok(CHOICE_COLORS.includes(color as never), color)
    }
    assert.equal(new Set(described.map(({ name }) => name)).size, described.length)
    assert.ok(described.filter(({ unique }) => unique).length <= 2)
  })

  test(`${id}: the example rows are valid`, () => {
    assert.ok(rows.length >= 2)
    for (const row of rows) {
      for (const name of Object.keys(row))
        assert.ok(
          described.some((field) => field.name === name),
          name,
        )
      for (const field of described)
        assert.equal(
          readValue(field, row[field.name] ?? defaultValue(field, MEMBER)).fault,
          undefined,
          field.title,
        )
    }
  })

  test(`${id}: no one may change all rows, and what strangers write waits for approval`, () => {
    const isOpen = (right: keyof typeof rights) =>
      rights[right]?.any.some(({ kind }) => kind === 'everyone') ?? false
    for (const right of ['add', 'change', 'delete'] as const) assert.ok(!isOpen(right), right)
    assert.ok(!isOpen('see') || approval || rights.change === null)
  })
}
