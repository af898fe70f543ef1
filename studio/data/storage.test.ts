import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TAB_PATHS, navItemOf } from '../layout/nav-items.ts'
import {
  LAST_TAB_KEY,
  MODE_KEY,
  THEME_KEY,
  clearProductKeys,
  saveDraft,
  readDraft,
  readHistoryStart,
  readLastTab,
  readMode,
  readTheme,
  remember,
  restartHistory,
} from './storage.ts'

/** A simulated store. As in browsers, keys are own properties and the methods are not. */
function store(entries: Record<string, string> = {}) {
  const methods = {
    getItem: (key: string): string | null => own.get(key) ?? null,
    setItem: (key: string, value: string) => own.set(key, value),
    removeItem: (key: string) => own.delete(key),
  }
  const own = new Map(Object.entries(entries))
  return new Proxy(methods, {
    ownKeys: () => [...own.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

const forbidden = {
  getItem: () => assert.fail('SecurityError'),
  setItem: () => assert.fail('SecurityError'),
  removeItem: () => assert.fail('SecurityError'),
}

test('[S3-067] the stored last tab counts only if it is a known tab', () => {
  for (const path of TAB_PATHS) assert.equal(readLastTab(store({ [LAST_TAB_KEY]: path })), path)
  for (const value of [
    '//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/studio/../x',
    '/',
    '',
    '/STUDIO',
    '/auth',
    '__proto__',
  ])
    assert.equal(readLastTab(store({ [LAST_TAB_KEY]: value })), undefined, value)
  assert.equal(readLastTab(store()), undefined)
})

test('stored theme and mode count only if they are known ids', () => {
  assert.equal(readTheme(store({ [THEME_KEY]: 'zen' })), 'zen')
  assert.equal(readMode(store({ [MODE_KEY]: 'dark' })), 'dark')
  for (const value of ['zen"]', 'constructor', 'CLEAN', '', 'null']) {
    assert.equal(readTheme(store({ [THEME_KEY]: value })), 'clean')
    assert.equal(readMode(store({ [MODE_KEY]: value })), 'system')
  }
})

test('blocked storage behaves like empty storage', () => {
  assert.equal(readTheme(forbidden), 'clean')
  assert.equal(readMode(forbidden), 'system')
  assert.equal(readLastTab(forbidden), undefined)
  remember(forbidden, THEME_KEY, 'zen')
})

test('[E15] only its author can read a draft, even in a tab restored after another user signed in', () => {
  const tab = store()
  saveDraft(tab, 'profile', 'ann', { company: 'Hearth & Rye' })
  assert.deepEqual(readDraft(tab, 'profile', 'ann'), { company: 'Hearth & Rye' })
  for (const other of ['bob', '', undefined]) assert.equal(readDraft(tab, 'profile', other), null)
  for (const hostile of ['}{', 'null', '7', '[]', '"ann"', '{"company":"x"}', '{"of":["ann"],"typed":{}}'])
    assert.equal(readDraft(store({ 'bb:draft:profile': hostile }), 'profile', 'ann') ?? null, null, hostile)
})

test('[S2-062] signing out removes our keys and no others', () => {
  const local = store({
    'bb:session': '{}',
    'bb:lastTab': '/studio',
    'onboarding-dismissed-1': '1',
    'other-app': 'x',
  })
  const session = store({ 'bb:tenant': '1', keep: 'x' })
  clearProductKeys([() => local, () => session])
  assert.deepEqual(Object.keys(local), ['other-app'])
  assert.deepEqual(Object.keys(session), ['keep'])
})

test('[S8-083] a store that cannot be cleared only logs a warning, and the next one is still cleared', () => {
  const session = store({ 'bb:tenant': '1' })
  const warnings: string[] = []
  clearProductKeys([() => assert.fail('SecurityError'), () => session], (message) => warnings.push(message))
  assert.equal(warnings.length, 1)
  assert.deepEqual(Object.keys(session), [])
})

test('a path belongs to the closest navigation item', () => {
  assert.equal(navItemOf('/')?.id, 'home')
  assert.equal(navItemOf('/home')?.id, 'home')
  assert.equal(navItemOf('/studio')?.id, 'tenants')
  assert.equal(navItemOf('/studio/connect')?.id, 'connect')
  assert.equal(navItemOf('/studio/connect/stripe')?.id, 'connect')
  assert.equal(navItemOf('/bolt/blocks/1')?.id, 'blocks')
  assert.equal(navItemOf('/nowhere'), undefined)
})

test('the start of a user’s history is stored until they sign out', () => {
  const tab = store()
  restartHistory(tab, 'entry-7')
  assert.equal(readHistoryStart(tab), 'entry-7')
  clearProductKeys([() => tab])
  assert.equal(readHistoryStart(tab), null)
})
