import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hydrateOnInteraction } from './hydrate-on-interaction.ts'

/** Simulates the document: events in the capture phase, in order of registration. */
class Root extends EventTarget {
  activeElement: object | null = null
  /** Inputs, unless they name another element. */
  fields: Record<string, unknown>[] = []
  querySelectorAll(selector: string) {
    return this.fields.filter(({ tag = 'input' }) => selector.split(',').includes(String(tag)))
  }
  touch(type: string, target: object = {}, inside = 'button') {
    const event = new Event(type, { cancelable: true })
    const closest = (selector: string) => (selector === inside ? {} : null)
    Object.defineProperty(event, 'target', { value: { closest, click() {}, requestSubmit() {}, ...target } })
    this.dispatchEvent(event)
    return event
  }
}
const asDocument = (root: Root) => root as unknown as Document

test('the first sign of interest hydrates the page', () => {
  for (const type of [
    'pointerover',
    'pointerdown',
    'focusin',
    'keydown',
    'input',
    'change',
    'click',
    'submit',
  ]) {
    const root = new Root()
    let woken = 0
    hydrateOnInteraction(async () => woken++, asDocument(root))
    root.touch(type)
    assert.equal(woken, 1, type)
  }
})

test('a click that came too early is held and replayed', async () => {
  const root = new Root()
  const { promise, resolve } = Promise.withResolvers<void>()
  hydrateOnInteraction(() => promise, asDocument(root))
  let clicks = 0
  const early = root.touch('click', { click: () => clicks++ })
  assert.equal(early.defaultPrevented, true)
  assert.equal(clicks, 0)
  resolve()
  await promise
  await Promise.resolve()
  assert.equal(clicks, 1)
  assert.equal(root.touch('click').defaultPrevented, false)
})

test('so is a form that was sent too early: a password is never sent by the browser’s own submit', async () => {
  const root = new Root()
  const { promise, resolve } = Promise.withResolvers<void>()
  hydrateOnInteraction(() => promise, asDocument(root))
  let sent = 0
  assert.equal(root.touch('submit', { requestSubmit: () => sent++ }).defaultPrevented, true)
  resolve()
  await promise
  await Promise.resolve()
  assert.equal(sent, 1)
})

test('links and fields work without hydration', () => {
  const root = new Root()
  hydrateOnInteraction(async () => {}, asDocument(root))
  for (const inside of ['a', 'input', 'label'])
    assert.equal(root.touch('click', {}, inside).defaultPrevented, false, inside)
})

test('a choice shows at once and is replayed for the views, whatever they do with it', async () => {
  for (const afterwards of [false, true]) {
    let received = 0
    const radio = {
      type: 'radio',
      checked: true,
      click() {
        if (!radio.checked) received++
        radio.checked = true
      },
    }
    const root = new Root()
    hydrateOnInteraction(async () => {
      radio.checked = afterwards
    }, asDocument(root))
    const event = new Event('change', { cancelable: true })
    Object.defineProperty(event, 'target', { value: radio })
    root.dispatchEvent(event)
    assert.equal(event.defaultPrevented, false)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([received, radio.checked], [1, true])
  }
})

test('when the views fail to load, the next interaction tries again', async () => {
  const root = new Root()
  let tries = 0
  hydrateOnInteraction(async () => {
    if (++tries === 1) throw new Error('offline')
  }, asDocument(root))
  root.touch('pointerover')
  await Promise.resolve()
  root.touch('pointerdown')
  assert.equal(tries, 2)
})

test('text typed, filled in or started before the script loaded hydrates the page; an untouched form does not', () => {
  const empty = { type: 'email', value: '', defaultValue: '', checked: false, defaultChecked: false }
  const wakes = (change: (root: Root) => void) => {
    const root = new Root()
    const options = [{ defaultSelected: false }, { defaultSelected: true }, { defaultSelected: false }]
    root.fields = [
      { ...empty },
      { ...empty, value: 'kept', defaultValue: 'kept' },
      { ...empty, tag: 'textarea', type: 'textarea' },
      { tag: 'select', type: 'select-one', value: 'b', options, selectedIndex: 1 },
      { tag: 'select', type: 'select-one', value: '', options: [options[0]], selectedIndex: 0 },
    ]
    change(root)
    let woken = 0
    hydrateOnInteraction(async () => woken++, asDocument(root))
    return woken
  }
  assert.equal(
    wakes(() => {}),
    0,
  )
  assert.equal(
    wakes((root) => (root.activeElement = root.fields[0]!)),
    1,
  )
  const touches = [
    [0, { value: 'ines@mill.test' }],
    [2, { value: 'Lovely' }],
    [3, { selectedIndex: 2 }],
  ] as const
  for (const [field, change] of touches)
    assert.equal(
      wakes((root) => Object.assign(root.fields[field]!, change)),
      1,
    )
})

test('a choice made before the script loaded is replayed', async () => {
  let received = 0
  const root = new Root()
  const radio = {
    type: 'radio',
    value: 'b',
    defaultValue: 'b',
    checked: true,
    defaultChecked: false,
    click() {
      if (!radio.checked) received++
      radio.checked = true
    },
  }
  root.fields = [radio]
  hydrateOnInteraction(async () => {}, asDocument(root))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([received, radio.checked], [1, true])
})

test('a form as it was rendered does not hydrate, even with a preselected choice', () => {
  const root = new Root()
  root.fields = [
    { type: 'radio', value: 'on', defaultValue: '', checked: true, defaultChecked: true },
    { type: 'radio', value: 'on', defaultValue: '', checked: false, defaultChecked: false },
    { type: 'email', value: '', defaultValue: '' },
  ]
  hydrateOnInteraction(() => assert.fail('hydrated'), asDocument(root))
})

test('a button pressed before this script loaded takes effect', async () => {
  const root = new Root()
  let clicks = 0
  const unheard = root.touch('click', { click: () => clicks++ })
  let woken = 0
  hydrateOnInteraction(async () => woken++, asDocument(root), [unheard])
  await Promise.resolve()
  await Promise.resolve()
  assert.deepEqual([woken, clicks], [1, 1])
})
