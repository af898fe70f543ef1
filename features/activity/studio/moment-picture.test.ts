import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Moment } from '../endpoints.ts'
import { type Pen, PICTURE, drawMoment } from './moment-picture.ts'
import { momentWords } from './moment-words.ts'

const LOOK = { surface: '#fff', text: '#111', text2: '#555', accent: '#06c', font: 'Instrument' }
const AT = '2026-11-26T14:02:09'
const SALE: Moment = { kind: 'live-sale', at: AT, product: 'Weekly bread box', amount: 2400, currency: 'eur' }

/** A canvas whose letters are half as wide as they are tall. */
function canvas() {
  const drawn: { text: string; x: number; y: number; width: number }[] = []
  const measureText = (text: string) =>
    ({ width: Array.from(text).length * Number(/ (\d+)px/.exec(pen.font)![1]) * 0.5 }) as TextMetrics
  const pen: Pen = {
    fillStyle: '',
    font: '',
    globalAlpha: 1,
    textBaseline: 'top',
    fillRect: () => {},
    fill: () => {},
    save: () => {},
    restore: () => {},
    translate: () => {},
    scale: () => {},
    measureText,
    fillText: (text: string, x: number, y: number) =>
      void drawn.push({ text, x, y, width: measureText(text).width }),
  }
  return { pen, drawn }
}

test('the picture has the tenant, what happened, the amount, the product and the time, and nothing else', () => {
  const { pen, drawn } = canvas()
  drawMoment(pen, { ...momentWords(SALE), tenant: 'Hearth & Rye' }, LOOK)
  assert.deepEqual(
    drawn.map(({ text }) => text),
    ['Hearth & Rye', 'First live sale', '€24.00', 'Weekly bread box', '26 Nov 2026, 14:02', 'Bolt Blocks'],
  )
})

test('no text leaves the picture: amounts shrink, names end with an ellipsis', () => {
  const { pen, drawn } = canvas()
  const long: Moment = {
    ...SALE,
    product: 'Sourdough '.repeat(12).trim(),
    amount: 99_999_999,
    currency: 'kwd',
  }
  drawMoment(pen, { ...momentWords(long), tenant: '窯'.repeat(80) }, LOOK)
  for (const { text, x, y, width } of drawn) assert.ok(x + width <= PICTURE.width && y < PICTURE.height, text)
  assert.match(drawn[0]!.text, /^窯+…$/)
  assert.equal(drawn[2]!.text, 'KWD 99,999.999')
  assert.match(drawn[3]!.text, /^Sourdough .*…$/)
})

test('each kind has its own words; a sign-up names no user', () => {
  assert.deepEqual(momentWords({ kind: 'sign-up', at: AT }), {
    title: 'Your first sign-up',
    kicker: 'First sign-up',
    figure: '1 member',
    product: '',
    when: '26 Nov 2026, 14:02',
  })
  assert.equal(momentWords({ ...SALE, kind: 'test-order' }).title, 'Your first test order')
})
