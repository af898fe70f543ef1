// What visitors do in the blocks. The selectors do not depend on the language of a block.
import assert from 'node:assert/strict'
import { type Surface, until } from './engine.ts'
import type { Visit } from './host-page.ts'
import { MEMBER } from './world.ts'

/**
 * Switches the sign-in form to "create an account" and types: proves that the block is hydrated and
 * responds.
 */
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

/** Waits until a document shows a text. */
export const says = (on: Surface, expected: string): Promise<string> =>
  until(`the text "${expected}"`, async () => {
    const text = await wordsOf(on)
    return text.includes(expected) && text
  })

/** Signs a member in, and waits for the event. */
export async function signIn(
  visit: Pick<Visit, 'block' | 'seen'>,
  { email, password } = MEMBER,
): Promise<Surface> {
  const block = await visit.block('auth')
  await block.type('[name=email]', email)
  await block.type('[name=password]', password)
  await until('the enabled button', () =>
    block.run(() => !document.querySelector<HTMLButtonElement>('form [type=submit]')!.disabled),
  )
  await block.click('form [type=submit]')
  await until('the sign-in', async () => (await visit.seen()).events.some(({ type }) => type === 'signed-in'))
  return block
}

/** Adds one of the first product: proves that the block is hydrated and responds. */
export async function turnToPay(visit: Visit): Promise<void> {
  const block = await visit.block('pay')
  const amount = () => document.querySelector('fieldset output')?.textContent
  const before = await until('the amount', () => block.run(amount))
  await block.click('fieldset button:last-of-type')
  await until('one more', async () => (await block.run(amount)) !== before)
}
