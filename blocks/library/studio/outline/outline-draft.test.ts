import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeOutline,
  type DraftModule,
  givenOutline,
  lessonPosition,
  outlineOf,
  outlineProblems,
} from './outline-draft.ts'

const lesson = (item: string) => ({ item, kind: 'at_once' as const, days: '', date: '' })
const course: DraftModule[] = [
  { key: 'm1', id: 'm1', title: 'Basics', lessons: [lesson('a'), lesson('b')] },
  { key: 'm2', title: 'More', lessons: [lesson('c')] },
]
const order = (modules: DraftModule[]) =>
  modules.map(({ lessons }) => lessons.map(({ item }) => item).join(''))

test('a lesson moves in its module, and at its end into the next one', () => {
  assert.deepEqual(order(changeOutline(course, { type: 'move_lesson', item: 'b', by: -1 })), ['ba', 'c'])
  assert.deepEqual(order(changeOutline(course, { type: 'move_lesson', item: 'b', by: 1 })), ['a', 'bc'])
  assert.deepEqual(order(changeOutline(course, { type: 'move_lesson', item: 'c', by: -1 })), ['abc', ''])
  assert.deepEqual(order(changeOutline(course, { type: 'move_lesson', item: 'a', by: -1 })), ['ab', 'c'])
  assert.deepEqual(order(changeOutline(course, { type: 'move_lesson', item: 'c', by: 1 })), ['ab', 'c'])
})

test('a lesson is placed among the others of a module', () => {
  const place = (item: string, module: string, at: number) =>
    order(changeOutline(course, { type: 'place_lesson', item, module, at }))
  assert.deepEqual(place('a', 'm2', 1), ['b', 'ca'])
  assert.deepEqual(place('a', 'm1', 1), ['ba', 'c'])
  assert.deepEqual(place('a', 'none', 0), ['ab', 'c'])
})

test('an item is in a course once', () => {
  const next = changeOutline(course, { type: 'add_lessons', module: 'm2', items: ['a', 'd'] })
  assert.deepEqual(order(next), ['ab', 'cd'])
})

test('modules move within the list', () => {
  assert.deepEqual(order(changeOutline(course, { type: 'move_module', module: 'm2', by: -1 })), ['c', 'ab'])
  assert.deepEqual(order(changeOutline(course, { type: 'move_module', module: 'm2', by: 1 })), ['ab', 'c'])
})

test('what is stored is read and sent again as it was', () => {
  const modules = [
    {
      id: 'm1',
      title: 'Basics',
      lessons: [
        { item: 'a', drip_days: null, drip_at: null },
        { item: 'b', drip_days: 7, drip_at: null },
        { item: 'c', drip_days: null, drip_at: '2027-03-01T08:00:00Z' },
      ],
    },
  ]
  assert.deepEqual(givenOutline(outlineOf({ modules })), modules)
})

test('names, days and dates are complete before they are sent', () => {
  const modules = changeOutline(
    changeOutline(course, { type: 'drip', item: 'a', drip: { kind: 'days', days: '-1' } }),
    { type: 'rename', module: 'm2', title: ' ' },
  )
  const open = changeOutline(modules, { type: 'drip', item: 'c', drip: { kind: 'date' } })
  assert.deepEqual([...outlineProblems(open).keys()], ['a', 'm2', 'c'])
  assert.equal(outlineProblems(course).size, 0)
})

test('the position of a lesson is spoken with its module', () => {
  assert.equal(lessonPosition(course, 'b', 'Rye'), 'Rye: lesson 2 of 2 in Basics.')
  assert.equal(lessonPosition(course, 'x', 'Rye'), 'Rye was removed.')
})
