// The life of a ticket on a phone: bought as a guest, claimed by a proved address, given away, scanned, refunded; and the recording
// that its holder has after the end.
import assert from 'node:assert/strict'
import { type Surface, until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { payByCard, press, signUp } from '../shopper.ts'
import { says, valueOf, wordsOf } from '../visitor.ts'
import { endEvent, type MadeEvent, makeTicketEvent, refundsOf, scan, tryToHold } from '../ticket-event.ts'
import { around, written } from './document.ts'

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
      await signUp(visit, buyer, { earlier: 1, shownBy: 'profile' })

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
