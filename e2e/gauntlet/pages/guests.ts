// A visitor's entry in a guestbook: from the form on the page to the list below it, and away again.
import assert from 'node:assert/strict'
import { type Surface, until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { says, signIn, valueOf, wordsOf } from '../visitor.ts'
import { around, written } from './document.ts'

/** The first entry, which is the newest, and what its author can do with it. */
const OWN = 'li:first-child .list-own'

export const guests: HostPage[] = [
  {
    name: 'guestbook',
    title:
      '[peers D1] [peers D2] [peers D6] [peers D7] a visitor signs the guestbook of a template, the owner approves the entry, the list shows it, and only its author changes and deletes it',
    html: ({ tag, guests: { form, view } }) =>
      written({
        body: tag('auth') + around(tag('form', `data-form="${form}"`)) + tag('list', `data-view="${view}"`),
      }),
    listed: true,
    blocks: 3,
    around: { height: 2400 },
    async act(visit) {
      const { guests: book } = visit.world
      const words = `Lovely rye ${visit.engine} ${Date.now()}`
      await signIn(visit)
      await sign(visit, words)
      const [entry] = await book.read(words)
      assert.equal(entry!.approved, false)
      assert.ok(!(await book.readAsStranger()).includes(words), 'it waits')

      await visit.page.goto(visit.url)
      await says(await visit.block('list'), words)
      await book.approve(entry!.id)
      await visit.page.run(() => window.bb!('signOut') as Promise<unknown>)
      const list = await visit.block('list')
      await until('the entry without its buttons', async () => {
        const text = await wordsOf(list)
        return text.includes(words) && (await count(list, OWN)) === 0
      })
      assert.equal(await book.deleteAsStranger(entry!.id), 401)

      await signIn(visit)
      await list.click(`${OWN} button:first-of-type`)
      await list.type(`li form [name="${book.fields.message}"]`, 'indeed')
      await list.click('li form [type=submit]')
      await until('the change', async () => (await wordsOf(list)).includes('indeed'))
      assert.equal((await book.read('indeed'))[0]!.approved, false, 'a change waits, too')
      await list.click(`${OWN} button:last-of-type`)
      await list.click(`${OWN} button:first-of-type`)
      await until('the end of the entry', async () => !(await wordsOf(list)).includes('indeed'))
      assert.deepEqual(await book.read('indeed'), [])
    },
  },
]

/** Fills the form and sends it. The sign-in may prefill it again, so text that is lost is typed again. */
async function sign(visit: Visit, words: string): Promise<void> {
  const { fields } = visit.world.guests
  const form = await visit.block('form')
  for (const [id, text] of [
    [fields.name, 'Ines'],
    [fields.message, words],
  ] as const) {
    const control = `[name="${id}"]`
    await until(`the text in ${control}`, async () => {
      if ((await valueOf(form, control)) === '') await form.type(control, text)
      return (await valueOf(form, control)) === text
    })
  }
  await form.click('form [type=submit]')
  await says(form, 'Thank you for your note.')
}

const count = (on: Surface, selector: string): Promise<number> =>
  on.run((which) => document.querySelectorAll(which).length, selector)
