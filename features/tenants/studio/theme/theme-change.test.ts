import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { firstStep, redo, sameTheme, step, tidyTheme, undo, withColor } from './theme-change.ts'

const zen: TenantTheme = { variant: 'zen' }

test('each change is a step that can be undone and redone', () => {
  let steps = firstStep(zen)
  steps = step(steps, { variant: 'retro' })
  steps = step(steps, { variant: 'retro', radius: 4 })
  assert.deepEqual(undo(steps).now, { variant: 'retro' })
  assert.deepEqual(undo(undo(steps)).now, zen)
  assert.deepEqual(undo(undo(undo(steps))).now, zen)
  assert.deepEqual(redo(undo(steps)).now, { variant: 'retro', radius: 4 })
  assert.deepEqual(redo(steps).now, steps.now)
  assert.equal(step(undo(steps), { variant: 'clean' }).future.length, 0)
})

test('dragging a color through many values is one step', () => {
  let steps = firstStep(zen)
  for (const color of ['#111111', '#222222', '#333333'])
    steps = step(steps, withColor(steps.now, 'all', 'accent', color), 'accent')
  assert.deepEqual(steps.now, { variant: 'zen', accent: '#333333' })
  assert.deepEqual(undo(steps).now, zen)
  assert.deepEqual(step(steps, withColor(steps.now, 'light', 'text', '#111111'), 'text').past.length, 2)
})

test('removing a color also removes its empty group', () => {
  const theme = withColor(withColor(zen, 'dark', 'accent', '#99ccff'), 'dark', 'line', '#333333')
  assert.deepEqual(theme.dark, { accent: '#99ccff', line: '#333333' })
  const left = withColor(withColor(theme, 'dark', 'accent', undefined), 'dark', 'line', undefined)
  assert.deepEqual(left, zen)
})

test('default values are left out, and the order of keys does not matter', () => {
  assert.deepEqual(tidyTheme({ variant: 'zen', mode: 'auto', light: {} }), zen)
  assert.ok(
    sameTheme(
      { variant: 'zen', radius: 4, accent: '#111111' },
      { accent: '#111111', radius: 4, variant: 'zen' },
    ),
  )
  assert.ok(!sameTheme(zen, { variant: 'zen', radius: 0 }))
})
