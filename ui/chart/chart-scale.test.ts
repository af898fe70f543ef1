import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateTicks, valueTicks } from './chart-scale.ts'

test('the axis starts at zero and ends at a round step above the largest value', () => {
  assert.deepEqual(valueTicks([21400, 4400], { unit: 100 }), {
    top: 25000,
    ticks: [0, 5000, 10000, 15000, 20000, 25000],
  })
  assert.deepEqual(valueTicks([187]), { top: 200, ticks: [0, 50, 100, 150, 200] })
  for (const values of [[0], [], [3], [99_999_999], [1e12]]) {
    const { top, ticks } = valueTicks(values)
    assert.equal(ticks[0], 0)
    assert.ok(
      top >= Math.max(0, ...values) && ticks.length >= 2 && ticks.length <= 7,
      `${values.join()}: ${ticks.join()}`,
    )
  }
})

test('an axis of counts has only whole numbers', () => {
  for (const largest of [0, 1, 2, 3, 7, 11]) {
    const { ticks, top } = valueTicks([largest], { whole: true })
    assert.ok(ticks.every(Number.isInteger), `${largest}: ${ticks.join()}`)
    assert.equal(new Set(ticks).size, ticks.length)
    assert.ok(top >= largest)
  }
})

test('the axis scales down to fractions: five cents do not get an axis up to one euro', () => {
  const { top, ticks } = valueTicks([5], { unit: 100 })
  assert.ok(top >= 5 && top <= 10, String(top))
  assert.equal(ticks[0], 0)
})

test('date labels are whole days or weeks apart and never exceed the limit', () => {
  assert.deepEqual(dateTicks(7, 7), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(dateTicks(7, 4), [0, 2, 4, 6])
  assert.deepEqual(dateTicks(30, 7), [0, 7, 14, 21, 28])
  assert.deepEqual(dateTicks(30, 4), [0, 14, 28])
  assert.deepEqual(dateTicks(90, 7), [0, 14, 28, 42, 56, 70, 84])
  assert.deepEqual(dateTicks(90, 4), [0, 28, 56, 84])
  assert.ok(dateTicks(1000, 5).length <= 5)
})
