import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldProblem } from '#kernel/browser/fields/check-field.ts'
import { FIELD_NAME, OWN_COLUMNS, type Field } from '#kernel/browser/fields/field.ts'
import { defaultValue, readValue } from '#kernel/browser/fields/read-value.ts'
import { designProblem, settingsProblem } from '#kernel/browser/forms/design-problem.ts'
import { ASKED_KINDS } from '#kernel/browser/forms/form-design.ts'
import { listProblem } from '#kernel/browser/forms/list-design.ts'
import { CHOICE_COLORS } from '../fields/choice-colors.ts'
import { exampleRows } from './example-rows.ts'
import { type Caller, formOf, makeTemplate, viewOf } from './make-template.ts'
import { TEMPLATES } from './templates.ts'

const MEMBER = '0190a000-0000-7000-8000-000000000001'

test('the eight templates have different names [peers D1]', () => {
  assert.equal(new Set(TEMPLATES.map(({ id }) => id)).size, 8)
  assert.equal(new Set(TEMPLATES.map(({ title }) => title)).size, 8)
})

for (const template of TEMPLATES) {
  const { id, fields, rows, rights, approval } = template
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

  test(`${id}: the form asks for what its fields demand, and the list shows what visitors may see`, () => {
    const { design, settings } = formOf(template, described)
    assert.equal(designProblem(design!, described), undefined)
    assert.equal(settingsProblem(settings!, design!, described), undefined)
    const view = viewOf(template, described)
    assert.equal(view !== undefined, rights.see !== null, 'a list exactly where someone may see rows')
    if (view) assert.equal(listProblem(view.design!, described), undefined)
  })

  test(`${id}: examples keep their order, and wait where visitors’ rows do`, () => {
    const added = exampleRows(template)
    const ids = added.map((row) => row['id'] as string)
    assert.deepEqual(ids, ids.toSorted())
    for (const [at, { id: _, approved, ...row }] of added.entries()) {
      assert.deepEqual(row, rows[at])
      assert.equal(approved, approval ? false : undefined)
    }
  })

  test(`${id}: what the owner keeps track of is no question`, () => {
    const { pages } = formOf(template, described).design!
    const asked = pages[0]!.sections[0]!.questions.map(({ field }) => field)
    const own = described.filter(({ name }) => ['status', 'answered', 'place', 'signed_up'].includes(name))
    for (const field of own) assert.ok(!asked.includes(field.id), field.name)
    const left = described.filter((field) => !asked.includes(field.id) && !own.includes(field))
    for (const { kind, name } of left)
      assert.ok(!(ASKED_KINDS as readonly string[]).includes(kind), `${name} is not asked for`)
  })

  test(`${id}: no one may change all rows, and what strangers write waits for approval`, () => {
    const isOpen = (right: keyof typeof rights) =>
      rights[right]?.any.some(({ kind }) => kind === 'everyone') ?? false
    for (const right of ['add', 'change', 'delete'] as const) assert.ok(!isOpen(right), right)
    assert.ok(!isOpen('see') || approval || rights.change === null)
  })
}

/** Answers each call as the server would, and records its name. */
function recorded(given: { mayAdd?: boolean; failing?: string }) {
  const calls: string[] = []
  const caller = (async ({ method, path }: { method: string; path: string }, input: object) => {
    const called = `${method} ${path.split('/').at(-1)}`
    calls.push(called)
    if (called === given.failing) throw new Error('No connection')
    if (called === 'GET forms') return { forms: [], may_add: given.mayAdd ?? true }
    const { fields = [] } = input as { fields?: object[] }
    return { ...input, id: 'made', fields: fields.map((field, at) => ({ ...field, id: `field00${at}` })) }
  }) as Caller
  return { caller, calls }
}

test('a template makes table, rows, form and list, in this order [peers D1]', async () => {
  const { caller, calls } = recorded({})
  const addRows = async () => void calls.push('rows')
  const made = await makeTemplate(caller, 'tenant', TEMPLATES[2]!, { addRows })
  assert.deepEqual(calls, ['POST tables', 'rows', 'GET forms', 'POST forms', 'POST views'])
  assert.ok(made.form && made.view && !made.error)
})

test('without a further form in the plan, the table and its list are made, and no form is asked for', async () => {
  const { caller, calls } = recorded({ mayAdd: false })
  const made = await makeTemplate(caller, 'tenant', TEMPLATES[2]!)
  assert.deepEqual(calls, ['POST tables', 'GET forms', 'POST views'])
  assert.ok(made.lacksForm && made.view)
})

test('a call that fails after the table leaves the table, and is reported', async () => {
  const { caller } = recorded({ failing: 'POST forms' })
  const made = await makeTemplate(caller, 'tenant', TEMPLATES[2]!)
  assert.equal((made.error as Error).message, 'No connection')
  assert.equal(made.table.id, 'made')
})
