import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '../fields/field.ts'
import { designOf, designProblem, settingsProblem } from './design-problem.ts'
import type { AskedField, Comparison, FormDesign, Question } from './form-design.ts'
import { evaluateForm, faultsOnPage } from './form-rules.ts'

const idOf = (name: string) => name.padEnd(8, '0')
const field = (name: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
  id: idOf(name),
  name,
  title: name,
  kind,
  ...more,
})
const choices = ['a', 'b'].map((value) => ({ value, title: value.toUpperCase() }))
const fields = [
  field('name', 'text', { required: true, max: 20 }),
  field('age', 'number', { min: 0 }),
  field('size', 'choice', { choices }),
  field('tags', 'choices', { choices }),
  field('agreed', 'yes_no'),
  field('day', 'date'),
  field('note', 'long_text', { required: true }),
]
const asked = new Map<string, AskedField>(fields.map((one) => [one.id, one]))
const ask = (name: string, more: Partial<Question> = {}): Question => ({ field: idOf(name), ...more })
const onePage = (...questions: Question[]): FormDesign => ({ pages: [{ sections: [{ questions }] }] })
const evaluate = (design: FormDesign, answers: Record<string, unknown>) =>
  evaluateForm(
    design,
    asked,
    Object.fromEntries(Object.entries(answers).map(([name, value]) => [idOf(name), value])),
  )
const shownOf = ({ pages }: ReturnType<typeof evaluate>) =>
  pages.map(({ sections }) => sections.flatMap(({ questions }) => questions.map((one) => one.field)))

describe('conditions', () => {
  const cases: [Omit<Comparison, 'field'>, string, unknown, boolean][] = [
    [{ is: 'is', value: 'a' }, 'size', 'a', true],
    [{ is: 'is', value: 'a' }, 'size', 'b', false],
    [{ is: 'is', value: 18 }, 'age', '18', true],
    [{ is: 'is', value: true }, 'agreed', true, true],
    [{ is: 'is', value: false }, 'agreed', undefined, true],
    [{ is: 'is_not', value: 'a' }, 'size', undefined, true],
    [{ is: 'has', value: 'b' }, 'tags', ['a', 'b'], true],
    [{ is: 'has', value: 'b' }, 'tags', ['a'], false],
    [{ is: 'has_not', value: 'b' }, 'tags', ['a'], true],
    [{ is: 'gt', value: 17 }, 'age', '18', true],
    [{ is: 'gt', value: 17 }, 'age', '9', false],
    [{ is: 'gt', value: 17 }, 'age', '', false],
    [{ is: 'lt', value: '2026-02-01' }, 'day', '2026-01-31', true],
    [{ is: 'lt', value: '2026-02-01' }, 'day', '2026-02-01', false],
    [{ is: 'empty' }, 'size', '', true],
    [{ is: 'empty' }, 'tags', [], true],
    [{ is: 'filled' }, 'size', 'b', true],
    [{ is: 'filled' }, 'age', 'not a number', false],
  ]
  for (const [comparison, name, value, expected] of cases)
    test(`${name} ${JSON.stringify(value)} ${comparison.is} ${comparison.value ?? ''}: ${expected}`, () => {
      const design = onePage(
        ask(name),
        ask('note', { when: { all: [{ field: idOf(name), ...comparison }] } }),
      )
      assert.equal(shownOf(evaluate(design, { [name]: value }))[0]!.includes(idOf('note')), expected)
    })

  test('all and any combine comparisons; pages and sections have conditions, too', () => {
    const is = (name: string, value: string): Comparison => ({ field: idOf(name), is: 'is', value })
    const design: FormDesign = {
      pages: [
        { sections: [{ questions: [ask('size'), ask('age')] }] },
        {
          when: { any: [is('size', 'a'), is('age', '3')] },
          sections: [
            { when: { all: [is('size', 'a'), is('age', '3')] }, questions: [ask('day')] },
            { questions: [ask('agreed')] },
          ],
        },
      ],
    }
    const pagesFor = (answers: Record<string, unknown>) => shownOf(evaluate(design, answers)).slice(1)
    assert.deepEqual(pagesFor({}), [])
    assert.deepEqual(pagesFor({ size: 'a' }), [[idOf('agreed')]])
    assert.deepEqual(pagesFor({ size: 'a', age: '3' }), [[idOf('day'), idOf('agreed')]])
  })

  test('[O06] a value behind a condition that does not hold is dropped and not checked, and opens nothing itself', () => {
    const design = onePage(
      ask('size'),
      ask('age', { when: { all: [{ field: idOf('size'), is: 'is', value: 'a' }] } }),
      ask('note', { when: { all: [{ field: idOf('age'), is: 'filled' }] } }),
    )
    const { values, faults } = evaluate(design, { size: 'b', age: '-1', note: 'smuggled' })
    assert.deepEqual(values, { [idOf('size')]: 'b' })
    assert.deepEqual(faults, [])
    assert.deepEqual(evaluate(design, { size: 'a', age: '30' }).faults, [
      { field: idOf('note'), code: 'required' },
    ])
  })
})

describe('answers', () => {
  test('faults name field, code and limit; a question may demand more than its field', () => {
    const design = onePage(ask('name'), ask('age', { required: true }), ask('agreed', { required: true }))
    assert.deepEqual(evaluate(design, { name: 'x'.repeat(21), age: '-1' }).faults, [
      { field: idOf('name'), code: 'too_long', limit: 20 },
      { field: idOf('age'), code: 'too_small', limit: 0 },
      { field: idOf('agreed'), code: 'required' },
    ])
    const ok = evaluate(design, { name: ' Ann ', age: '30', agreed: true })
    assert.deepEqual(ok.faults, [])
    assert.deepEqual(ok.values, { [idOf('name')]: 'Ann', [idOf('age')]: 30, [idOf('agreed')]: true })
  })

  test('names of Object.prototype are no answers', () => {
    const constructor = { ...asked.get(idOf('name'))!, id: 'toString' }
    const { faults } = evaluateForm(onePage({ field: 'toString' }), new Map([['toString', constructor]]), {})
    assert.deepEqual(faults, [{ field: 'toString', code: 'required' }])
  })

  test('a hidden question takes its value and is on no page', () => {
    const design = onePage(ask('size', { hidden: true }), ask('age'))
    const found = evaluate(design, { size: 'b' })
    assert.deepEqual(shownOf(found), [[idOf('age')]])
    assert.equal(found.values[idOf('size')], 'b')
  })

  test('faults of a page are those of its questions', () => {
    const design: FormDesign = {
      pages: [{ sections: [{ questions: [ask('name')] }] }, { sections: [{ questions: [ask('note')] }] }],
    }
    const { pages, faults } = evaluate(design, {})
    assert.deepEqual(
      pages.map((page) => faultsOnPage(page, faults).map((one) => one.field)),
      [[idOf('name')], [idOf('note')]],
    )
  })
})

describe('designs', () => {
  const whole = onePage(ask('name'), ask('note'))
  const refused: [string, FormDesign, RegExp][] = [
    ['no page', { pages: [] }, /pages/],
    ['no question', onePage(), /needs a question/],
    ['an unknown field', onePage(ask('other')), /does not have/],
    ['a field twice', onePage(ask('name'), ask('name')), /Two questions/],
    ['a required field without a question', onePage(ask('name')), /“note” is required/],
    [
      'a required field behind a condition',
      onePage(ask('name'), ask('note', { when: { all: [{ field: idOf('name'), is: 'filled' }] } })),
      /without a condition/,
    ],
    [
      'a condition on a later question',
      onePage(ask('name', { when: { any: [{ field: idOf('note'), is: 'filled' }] } }), ask('note')),
      /before it/,
    ],
  ]
  for (const [what, design, expected] of refused)
    test(`refused: ${what}`, () => assert.match(designProblem(design, fields) ?? '', expected))

  test('accepted: the design of a new form asks for every field that is open to everyone', () => {
    const table = [...fields, field('secret', 'text', { audience: 'x' }), field('member', 'person')]
    assert.equal(designProblem(whole, fields), undefined)
    const design = designOf(table)
    assert.equal(designProblem(design, table), undefined)
    assert.deepEqual(shownOf(evaluate(design, {})), [fields.map(({ id }) => id)])
    assert.match(designProblem(onePage(ask('secret')), table) ?? '', /cannot ask/)
    assert.match(designProblem(onePage(ask('member')), table) ?? '', /cannot ask/)
  })

  test('the sender’s copy goes to an email field that the form asks for', () => {
    const confirm = { field: idOf('mail'), subject: 'Thanks', text: 'We got it.' }
    const table = [...fields, field('mail', 'email')]
    const asking = onePage(ask('name'), ask('note'), ask('mail'))
    assert.equal(settingsProblem({ confirm }, asking, table), undefined)
    assert.match(settingsProblem({ confirm }, whole, table) ?? '', /needs a question/)
    assert.match(
      settingsProblem({ confirm: { ...confirm, field: idOf('name') } }, asking, table) ?? '',
      /email/,
    )
  })
})
