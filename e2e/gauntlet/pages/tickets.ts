// The life of a ticket on a phone: bought as a guest, claimed by a proved address, given away, scanned, refunded; and the recording
// that its holder has after the end.
import assert from 'node:assert/strict'
import { type EnginePage, type Surface, until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { says, valueOf, wordsOf } from '../visitor.ts'
import { endEvent, type MadeEvent, makeTicketEvent, refundsOf, scan, tryToHold } from '../ticket-event.ts'
import { around, written } from './document.ts'

const PASSWORD = 'cider in the old barn'

export const tickets: HostPage[] = [
  {
    name: 'tickets',
    title:
      '[peers T4] [peers T11] [peers T12] a guest on a phone buys three tickets, claims them by the verified address, gives one away, is scanned at the door, gets the money of another back, and has the recording after the end; the members’ price is refused',
    html: ({ tag }) => written({ body: tag('auth') + tag('profile') + around(tag('tickets')) }),
    listed: true,
    blocks: 3,
    around: { width: 390, height: 3200 },
    async act(visit) {
      const { page, world, url } = visit
      // Each engine has a world of its own, and a repeated visit another event.
      const event = await makeTicketEvent(world, `Cider night ${Date.now()}`)
      const address = (name: string) => `${name}-${Date.now()}@posteo.test`
      const [buyer, friend] = [address('nora'), address('olaf')]
      assert.deepEqual(await tryToHold(world, event, event.club), [403, 'members_only'])
      await page.goto(url)
      await visit.ready(3)
      await buy(visit, event, buyer)
      await signUp(visit, buyer)

      await page.goto(url)
      await visit.ready(3)
      const profile = await visit.block('profile')
      await openTickets(profile)
      const codes = await until('three codes', async () => {
        const shown = await codesIn(profile)
        return shown.length === 3 && shown
      })

      await giveFirst(profile, friend)
      const left = await until('two codes', async () => {
        const shown = await codesIn(profile)
        return shown.length === 2 && shown
      })
      const [given] = codes.filter((code) => !left.includes(code))
      assert.equal(await scan(world, event, given!), 'unknown', 'its code was replaced')
      assert.deepEqual(
        [await scan(world, event, left[0]!), await scan(world, event, left[0]!)],
        ['admitted', 'already_used'],
      )

      await cancelLast(profile)
      await until('the refund', async () => (await refundsOf(world, event)).join() === '2000')
      assert.notEqual(await scan(world, event, left[1]!), 'admitted', 'a canceled ticket')

      assert.ok(!(await wordsOf(profile)).includes('Watch the recording'))
      await endEvent(world, event)
      await page.goto(url)
      await visit.ready(3)
      const after = await visit.block('profile')
      await openTickets(after)
      await says(after, 'Watch the recording')
      const [address_] = await after.run(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('a[target="_blank"]')].map(({ href }) => href),
      )
      assert.equal(address_, 'https://video.example/cider')
    },
  },
]

/** Presses a button of a block by its text, once it can be pressed. @param within selector of the part that has it */
async function press(on: Surface, label: string, within = 'body'): Promise<void> {
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

/** Three tickets for everyone, paid in the block. The tag names no event, so the block lists them. */
async function buy(visit: Visit, event: MadeEvent, email: string): Promise<void> {
  const block = await visit.block('tickets')
  const row = `[data-event="${event.id}"]`
  await until('the event', () => block.run((which) => document.querySelector(which) !== null, row))
  await block.click(row)
  await says(block, 'For members only')
  // One is chosen already, because there is one type for everyone.
  for (const count of ['2', '3']) {
    await press(block, 'One more', '.tk-type:first-child')
    await until(`${count} tickets`, () =>
      block.run((n) => document.querySelector('.tk-steps output')?.textContent === n, count),
    )
  }
  await press(block, 'Reserve tickets')
  await says(block, 'Your details')
  await block.type('.tk-buyer [type=email]', email)
  assert.equal(await valueOf(block, '.tk-buyer [type=email]'), email)
  await press(block, 'Pay €60.00')
  await payByCard(visit.page)
  await says(block, 'Here are your 3 tickets')
  await until('three codes', async () => (await codesIn(block)).length === 3)
  await visit.world.instance.mailTo(email)
}

async function payByCard(page: EnginePage): Promise<void> {
  const form = await page.frame('/c/embed/')
  await until('the card form', () => form.run(() => document.querySelector('[name=number]') !== null))
  for (const [name, text] of [
    ['number', '4242424242424242'],
    ['expiry', '12 / 34'],
    ['cvc', '123'],
    ['name', 'Nora Lind'],
  ] as const)
    if ((await valueOf(form, `[name=${name}]`)) === '') await form.type(`[name=${name}]`, text)
  await form.click('button.main')
}

/** Creates an account with the address and confirms it in another window, as the link of the email does. */
async function signUp(visit: Visit, email: string): Promise<void> {
  const auth = await visit.block('auth')
  await auth.click('label:has([type=radio]:not(:checked))')
  await until('the other form', () =>
    auth.run(() => document.querySelector('form [type=submit]')?.textContent.startsWith('Create')),
  )
  await auth.type('[name=email]', email)
  await auth.type('[name=password]', PASSWORD)
  await auth.click('form [type=submit]')
  await says(auth, 'We sent you a confirmation link')
  const message = await visit.world.instance.mailTo(email, 2)
  await visit.page.goto(message.links[0]!)
  await press(visit.page, 'Confirm my email')
  await says(visit.page, 'Your email is confirmed')
  await press(visit.page, `Back to ${new URL(visit.own).host}`)
  await says(await visit.block('profile'), email)
}

async function openTickets(profile: Surface): Promise<void> {
  await press(profile, 'Tickets')
  await says(profile, 'Your tickets')
}

/** The codes of the tickets that a block shows, in their order. */
const codesIn = (on: Surface): Promise<string[]> =>
  on.run(() =>
    [...document.querySelectorAll('.tk-ticket code')].map(({ textContent }) =>
      textContent.replaceAll(' ', ''),
    ),
  )

async function giveFirst(profile: Surface, email: string): Promise<void> {
  await press(profile, 'Give to someone else', '.tk-ticket:first-child')
  await profile.type('.tk-panel [type=email]', email)
  await press(profile, 'Give to someone else', '.tk-panel form')
  await says(profile, 'The ticket now belongs to')
}

async function cancelLast(profile: Surface): Promise<void> {
  await press(profile, 'Cancel ticket', '.tk-ticket:last-child')
  await says(profile, 'You get €20.00 back.')
  await press(profile, 'Cancel ticket', '.tk-panel')
  await says(profile, 'The ticket is canceled.')
}
