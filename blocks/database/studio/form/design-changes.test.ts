import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormDesign } from '#kernel/browser/forms/form-design.ts'
import {
  questionsBefore,
  questionsOf,
  withField,
  withMoved,
  withPage,
  withQuestion,
  withoutEmptyPages,
  withoutPage,
  withoutQuestion,
} from './design-changes.ts'

const design: FormDesign = {
  pages: [
    {
      sections: [
        { questions: [{ field: 'a' }, { field: 'b', when: { all: [{ field: 'a', is: 'filled' }] } }] },
      ],
    },
    {
      title: 'More',
      when: {
        any: [
          { field: 'a', is: 'filled' },
          { field: 'b', is: 'filled' },
        ],
      },
      sections: [{ questions: [{ field: 'c' }] }],
    },
  ],
}
const order = (of: FormDesign) => questionsOf(of).map(({ page, question }) => `${page}${question.field}`)

test('[peers D4] questions move within a page and over its border, and none is lost', () => {
  assert.deepEqual(order(withMoved(design, 'a', 1)), ['0b', '0a', '1c'])
  assert.deepEqual(order(withMoved(design, 'b', -1)), ['0b', '0a', '1c'])
  assert.deepEqual(order(withMoved(design, 'b', 1)), ['0a', '1b', '1c'])
  assert.deepEqual(order(withMoved(design, 'c', -1)), ['0a', '0b', '0c'])
  assert.deepEqual(order(withMoved(design, 'a', -1)), order(design))
  assert.deepEqual(order(withMoved(design, 'c', 1)), order(design))
  const page = withPage(design)
  assert.deepEqual(order(withMoved(page, 'c', 1)), ['0a', '0b', '2c'])
})

test('[peers D4] a removed question takes the comparisons with it along', () => {
  const left = withoutQuestion(design, 'a')
  assert.deepEqual(order(left), ['0b', '1c'])
  assert.equal(questionsOf(left)[0]!.question.when, undefined)
  assert.deepEqual(left.pages[1]!.when, { any: [{ field: 'b', is: 'filled' }] })
})

test('fields are added at the end, settings are set and removed, pages are joined', () => {
  assert.deepEqual(order(withField(design, 'd')), ['0a', '0b', '1c', '1d'])
  assert.equal(questionsOf(withQuestion(design, 'c', { label: 'See' }))[2]!.question.label, 'See')
  assert.deepEqual(questionsOf(withQuestion(design, 'b', { when: undefined }))[1]!.question, { field: 'b' })
  assert.deepEqual(order(withoutPage(design, 1)), ['0a', '0b', '0c'])
  assert.equal(withoutPage(design, 0).pages.length, 2)
  assert.equal(withoutEmptyPages(withPage(design)).pages.length, 2)
  assert.deepEqual(
    questionsBefore(design, 'c').map(({ field }) => field),
    ['a', 'b'],
  )
})
