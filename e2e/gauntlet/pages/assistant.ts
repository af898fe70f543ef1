// An assistant as a bubble on a page with a strict policy, on a phone: nothing but a button until the first click; then a streamed answer,
// its source, stop, retry, and the conversation again after it was closed.
import assert from 'node:assert/strict'
import { makeAssistant } from '../../make-assistant.ts'
import { type Surface, until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { press } from '../shopper.ts'
import { says } from '../visitor.ts'
import type { World } from '../world.ts'
import { written } from './document.ts'

const BUTTON = '[data-bb-bubble]'
const HOURS = 'The mill grinds on Tuesdays from nine to five.'
const made = new WeakMap<World, ReturnType<typeof make>>()

/** Once for each world: a visit may be repeated. */
function assistantOf(world: World): ReturnType<typeof make> {
  const known = made.get(world) ?? make(world)
  made.set(world, known)
  return known
}

const make = ({ instance, anonKey, bakery }: World) =>
  makeAssistant({
    keys: { url: instance.url, anonKey },
    accessToken: bakery.session.access_token,
    tenantId: bakery.id,
    sandboxUrl: instance.sandboxUrl,
    name: 'Ask the miller',
    answers: [{ question: 'When does the mill grind?', answer: HOURS }],
  })

export const assistant: HostPage[] = [
  {
    name: 'assistant',
    title:
      '[peers I1] [peers I10] a bubble on a phone loads one script until its first click; then an answer streams, its source opens, an answer is stopped and tried again, and the conversation is there after a close',
    html: ({ src, keys }) =>
      written({
        head: '<meta name="viewport" content="width=device-width">',
        body:
          '<h1 data-still>The mill</h1><p data-still>Flour since 1780.</p>' +
          `<script async src="${src.replace('/bb.js', '/bb-bubble.js')}" data-tenant="${keys.bakery}" data-block="prompt" data-height="380" data-env="test"></script>`,
      }),
    headers: ({ blocks }) => ({
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src 'self' ${blocks}; frame-src ${blocks}; base-uri 'none'`,
    }),
    listed: true,
    blocks: 0,
    around: { width: 390, height: 844 },
    act: visitBubble,
  },
]

async function visitBubble(visit: Visit): Promise<void> {
  const { page, world, url } = visit
  const { setModel } = await assistantOf(world)
  await setModel('sandbox-quote')
  await page.goto(url)
  await until('the button', () =>
    page.run((which) => document.querySelector(which)?.checkVisibility() ?? false, BUTTON),
  )
  const loaded = await page.run(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => /\/v1[^/]*\/(.*)$/.exec(name)?.[1] ?? []),
  )
  assert.deepEqual(loaded, ['bb-bubble.js'], 'what a page loads before the first click')
  assert.deepEqual(
    await page.run((which) => {
      const button = document.querySelector(which)!
      const { width, height, right, bottom } = button.getBoundingClientRect()
      return [
        width >= 44 && height >= 44,
        right <= innerWidth && bottom <= innerHeight,
        button.getAttribute('aria-label'),
        button.getAttribute('aria-haspopup'),
      ]
    }, BUTTON),
    [true, true, 'Ask a question', 'dialog'],
  )

  await page.click(BUTTON)
  const block = await visit.block('prompt')
  await ask(block, 'When does the mill grind?')
  await says(block, HOURS)
  await until('the announcement', () =>
    block.run((text) => document.querySelector('[aria-live]')?.textContent?.includes(text), HOURS),
  )
  // The first of the buttons under the answer.
  await block.click('.ask-source')
  await until('the passage', () =>
    block.run((text) => document.querySelector('.ask-passage')?.textContent?.includes(text), HOURS),
  )

  await setModel('sandbox-slow')
  await ask(block, 'When does the mill grind?')
  await says(block, 'one two three')
  await press(block, 'Stop')
  await says(block, 'Stopped.')
  await setModel('sandbox-quote')
  await press(block, 'Try again')
  await until('the answer to the retry', () =>
    block.run((text) => {
      const turns = [...document.querySelectorAll('.ask-turn')]
      return turns.length === 3 && turns[2]!.textContent?.includes(text)
    }, HOURS),
  )
  assert.ok(
    await block.run(() => document.documentElement.scrollWidth <= innerWidth),
    'the block is wider than the phone',
  )

  const isOpen = () => page.run(() => document.querySelector('dialog[open]') !== null)
  assert.equal(
    await page.run(() => document.querySelector('dialog')!.getAttribute('aria-label')),
    'Ask a question',
  )
  await page.click('dialog button')
  await until('the closed dialog', async () => !(await isOpen()))
  assert.ok(
    await page.run((which) => document.activeElement === document.querySelector(which), BUTTON),
    'the focus is on the button again',
  )
  await page.click(BUTTON)
  await until('the open dialog', isOpen)
  const again = await visit.block('prompt')
  await says(again, HOURS)
  await again.run(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  await until('the dialog closed by Escape', async () => !(await isOpen()))
}

/** Types a question and sends it with Enter, as in a chat. */
async function ask(block: Surface, question: string): Promise<void> {
  await block.type('[name=question]', question)
  await until('the question', () =>
    block.run(
      (text) => document.querySelector<HTMLTextAreaElement>('[name=question]')?.value === text,
      question,
    ),
  )
  await press(block, 'Send')
}
