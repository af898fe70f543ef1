// The life of an own table: its owner makes it in the Studio and pastes its tags, a visitor sends a picture with the form, and
// the list shows it until its author deletes it.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { png } from '#testing/record-uploads.ts'
import { type EnginePage, type Surface, until } from '../engine.ts'
import {
  approveInGrid,
  designGuestbook,
  openRows,
  openStudio,
  readEntries,
  signInMember,
  tryToWrite,
} from '../guestbook.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { seenOn } from '../recorder.ts'
import { says, signIn, valueOf, wordsOf } from '../visitor.ts'
import { OTHER_MEMBER } from '../world.ts'
import { around, written } from './document.ts'

/** The first entry, which is the newest, and what its author can do with it. */
const OWN = 'li:first-child .list-own'

export const guests: HostPage[] = [
  {
    name: 'guestbook',
    title:
      '[peers D1] [peers D2] [peers D3] [peers D6] [peers D7] the owner makes a guestbook in the Studio and pastes its tags, a visitor sends an entry with a picture, the owner sees it live and approves it, the list shows it, and only its author changes and deletes it',
    html: ({ tagOf, pasted }) => written({ body: tagOf('oldMill', 'auth') + around(pasted) }),
    listed: true,
    around: { height: 2400 },
    async act(visit) {
      const { page, world, url } = visit
      const words = `Lovely rye ${visit.engine} ${Date.now()}`
      const studio = await visit.open({ width: 1440, height: 900 })
      await openStudio(studio, world)
      world.pasted = await designGuestbook(studio)
      await openRows(studio, world)
      await studio.run(() => void Object.assign(window, { isSame: true }))

      await page.goto(url)
      await visit.ready(3)
      await signIn(visit)
      await sign(visit, words)
      const [entry] = await readEntries(world, words)
      assert.deepEqual([entry!.approved, entry!.picture?.name], [false, 'oven.png'])
      const stranger = await visit.open({ height: 2400 })
      await stranger.goto(url)
      const strangersList = await stranger.frame('/embed/list?')
      await says(strangersList, 'No notes yet.')

      await approveInGrid(studio, entry!)
      assert.ok(await studio.run(() => 'isSame' in window), 'the grid was not loaded again')
      await until('the stored approval', async () => (await readEntries(world, words))[0]!.approved)
      await studio.close()

      await cannotWrite(visit, stranger, entry!.id, words)
      await stranger.close()

      await page.goto(url)
      const list = await visit.block('list')
      await says(list, words)
      await list.click(`${OWN} button:first-of-type`)
      await list.type('li form textarea', 'indeed')
      await list.click('li form [type=submit]')
      await until('the change', async () => (await wordsOf(list)).includes('indeed'))
      assert.equal((await readEntries(world, 'indeed'))[0]!.approved, false, 'a change waits, too')
      await list.click(`${OWN} button:last-of-type`)
      await list.click(`${OWN} button:first-of-type`)
      await until('the end of the entry', async () => !(await wordsOf(list)).includes('indeed'))
      assert.deepEqual(await readEntries(world, 'indeed'), [])
    },
  },
]

/** The list shows the approved entry with its picture. Neither a stranger nor another member can change it. */
async function cannotWrite(visit: Visit, stranger: EnginePage, id: string, words: string): Promise<void> {
  const { world, url } = visit
  await stranger.goto(url)
  const list = await stranger.frame('/embed/list?')
  await says(list, words)
  await until('the picture', () =>
    list.run(() => document.querySelector<HTMLImageElement>('li img[alt="oven.png"]')!.naturalWidth === 600),
  )
  assert.equal(await count(list, '.list-own'), 0)
  assert.deepEqual(await tryToWrite(world, world.pasted, id), [401, 401])

  await signIn(
    { block: (name) => stranger.frame(`/embed/${name}?`), seen: () => seenOn(stranger) },
    OTHER_MEMBER,
  )
  await says(list, words)
  assert.equal(await count(list, '.list-own'), 0)
  const token = await signInMember(world, OTHER_MEMBER)
  assert.deepEqual(await tryToWrite(world, world.pasted, id, token), [404, 404])
}

/** Fills the form and sends it. The sign-in may prefill it again, and then lost text is typed again. */
async function sign(visit: Visit, words: string): Promise<void> {
  const form = await visit.block('form')
  for (const [label, text] of [
    ['Name', 'Ines'],
    ['Message', words],
  ] as const) {
    const control = await controlOf(form, label)
    await until(`the text in ${label}`, async () => {
      if ((await valueOf(form, control)) === '') await form.type(control, text)
      return (await valueOf(form, control)) === text
    })
  }
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-files-'))
  try {
    const picture = join(folder, 'oven.png')
    await writeFile(picture, await png(600, 300))
    await form.upload(await controlOf(form, 'Picture'), picture)
    await says(form, 'Ready to send.')
  } finally {
    await rm(folder, { recursive: true })
  }
  await form.click('form [type=submit]')
  await says(form, 'Thank you for your note.')
}

/** A selector of the control with a label. */
const controlOf = (form: Surface, label: string): Promise<string> =>
  until(`the control "${label}"`, () =>
    form.run((text) => {
      const found = [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(text))
      return found && `#${CSS.escape(found.htmlFor)}`
    }, label),
  )

const count = (on: Surface, selector: string): Promise<number> =>
  on.run((which) => document.querySelectorAll(which).length, selector)
