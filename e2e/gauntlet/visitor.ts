// What visitors do in the blocks, by the parts of the blocks that are the same in every language.
import assert from 'node:assert/strict'
import { type Surface, until } from './engine.ts'
import type { Visit } from './host-page.ts'
import { MEMBER } from './world.ts'

/** Turns the sign-in to "create an account" and types: the block is awake and answers. */
export async function turnToSignIn(visit: Visit, name = 'auth'): Promise<void> {
  const block = await visit.block(name)
  const label = () => document.querySelector('form [type=submit]')?.textContent ?? ''
  const before = await until('the form', () => block.run(label))
  await block.click('label:has([type=radio]:not(:checked))')
  await until('the other form', async () => {
    const now = await block.run(label)
    return now !== '' && now !== before
  })
  await block.type('[name=email]', 'a@b.test')
  assert.equal(await valueOf(block, '[name=email]'), 'a@b.test')
}

export const valueOf = (on: Surface, selector: string): Promise<string> =>
  on.run((which) => (document.querySelector(which) as HTMLInputElement).value, selector)

export const wordsOf = (on: Surface): Promise<string> => on.run(() => document.body.innerText)

/** Waits until a document says something. */
export const says = (on: Surface, words: string): Promise<string> =>
  until(`the words "${words}"`, async () => {
    const text = await wordsOf(on)
    return text.includes(words) && text
  })

/** Signs the member in, and waits for the welcome. */
export async function signIn(visit: Visit): Promise<Surface> {
  const block = await visit.block('auth')
  await block.type('[name=email]', MEMBER.email)
  await block.type('[name=password]', MEMBER.password)
  await until('the open button', () =>
    block.run(() => !document.querySelector<HTMLButtonElement>('form [type=submit]')!.disabled),
  )
  await block.click('form [type=submit]')
  await until('the sign-in', async () => (await visit.seen()).events.some(({ type }) => type === 'signed-in'))
  return block
}

/** Takes one more of the first product: the block is awake and answers. */
export async function turnToPay(visit: Visit): Promise<void> {
  const block = await visit.block('pay')
  const amount = () => document.querySelector('fieldset output')?.textContent
  const before = await until('the amount', () => block.run(amount))
  await block.click('fieldset button:last-of-type')
  await until('one more', async () => (await block.run(amount)) !== before)
}
