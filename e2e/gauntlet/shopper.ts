// What visitors do to sign up and pay, by the English labels of the blocks.
import { type EnginePage, type Surface, until } from './engine.ts'
import type { Visit } from './host-page.ts'
import { says, valueOf } from './visitor.ts'

const PASSWORD = 'cider in the old barn'

/** Presses a button of a block by its text, once it can be pressed. @param within selector of the part that has it */
export async function press(on: Surface, label: string, within = 'body'): Promise<void> {
  const mark = (part: string, name: string) => {
    document.querySelectorAll('[data-to-press]').forEach((el) => el.removeAttribute('data-to-press'))
    const found = [...document.querySelectorAll(part)]
      .flatMap((one) => [...one.querySelectorAll<HTMLElement>('button, a, label')])
      .find(
        (el) =>
          (el.getAttribute('aria-label') ?? el.innerText.trim()) === name &&
          el.checkVisibility() &&
          !el.matches('[aria-disabled=true], :disabled'),
      )
    found?.setAttribute('data-to-press', '')
    return found !== undefined
  }
  await until(`"${label}"`, () => on.run(mark, within, label))
  await on.click('[data-to-press]')
}

/** Pays in the checkout that is open in a block. */
export async function payByCard(page: EnginePage): Promise<void> {
  const form = await page.frame('/c/embed/')
  await until('the card form', () => form.run(() => document.querySelector('[name=number]') !== null))
  for (const [name, text] of [
    ['number', '4242424242424242'],
    ['expiry', '12 / 34'],
    ['cvc', '123'],
    ['name', 'Nora Lind'],
    ['email', 'nora@posteo.test'],
  ] as const)
    if ((await valueOf(form, `[name=${name}]`)) === '') await form.type(`[name=${name}]`, text)
  await form.click('button.main')
}

/**
 * Creates an account with the address and confirms it in another window, as the link of the email does.
 * @param more.earlier emails that the address got before; `shownBy`: the block that names the member afterwards
 */
export async function signUp(
  visit: Visit,
  email: string,
  { earlier = 0, shownBy = 'auth' }: { earlier?: number; shownBy?: string } = {},
): Promise<void> {
  const auth = await visit.block('auth')
  await auth.click('label:has([type=radio]:not(:checked))')
  await until('the other form', () =>
    auth.run(() => document.querySelector('form [type=submit]')?.textContent.startsWith('Create')),
  )
  await auth.type('[name=email]', email)
  await auth.type('[name=password]', PASSWORD)
  await auth.click('form [type=submit]')
  await says(auth, 'We sent you a confirmation link')
  const message = await visit.world.instance.mailTo(email, earlier + 1)
  await visit.page.goto(message.links[0]!)
  await press(visit.page, 'Confirm my email')
  await says(visit.page, 'Your email is confirmed')
  await press(visit.page, `Back to ${new URL(visit.own).host}`)
  await says(await visit.block(shownBy), email)
}
