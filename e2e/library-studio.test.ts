// The library in the Studio: an article is written and published, a course is built by keyboard, two editors meet.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createItem, listItems, readItem, saveItem } from '#blocks/library/endpoints-studio.ts'
import { createCaller } from '#kernel/browser/call.ts'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { ownAddress } from './bakery.ts'
import { PASSWORD } from './creator.ts'
import { fitsItsWidth } from './sideways.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const browser = await launchBrowser()
const creator = await makeCreator(keys, { email: ownAddress('library'), password: PASSWORD })
const plan = { user_id: creator.session.user.id, plan_id: 'pro', status: 'active' }
assert.ifError((await operatorOf(keys).from('bolt_subscriptions').upsert(plan)).error)
const { id: tenantId } = await makeTenant(creator, 'Reading room')
const call = createCaller({
  url: `${keys.url}/functions/v1`,
  apiKey: keys.anonKey,
  accessToken: async () => creator.session.access_token,
})
const context = await studioContext(browser, instance.url, creator.session)
after(() => context.close())
const page = await context.newPage()
const address = `${instance.url}/bolt/library?tenant=${tenantId}`
const text = page.getByRole('textbox', { name: 'Text', exact: true })

const itemIn = async (on: Page) => new URL(on.url()).searchParams.get('item')!
async function stored(title: string) {
  const { items } = await call(listItems, { tenantId })
  const item = items.find((each) => each.title === title)
  assert.ok(item, `no item ${title}`)
  return call(readItem, { tenantId, itemId: item.id })
}

/** What Word puts on the clipboard: its lists are paragraphs. */
const PASTED = `<html><body><!--StartFragment--><h1 style="color:red">Flour</h1>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Rye</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span><b>Wheat</b></p>
<p onclick="alert(1)">See <a href="javascript:alert(1)">this</a><img src="x" onerror="alert(1)"></p></body></html>`

test('an article is written with a slash and a paste, and published', async () => {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New item' }).click()
  await page.getByRole('menuitem', { name: 'Article' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Bread <b>&</b> butter')
  await text.click()
  await page.keyboard.type('/sub')
  await expect(page.getByRole('option', { name: 'Subheading' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Dough')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Knead')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await text.evaluate((editor, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, PASTED)
  await page.getByRole('radio', { name: 'Published' }).click()
  await page.getByLabel('Who may open it').selectOption('Signed-in members')
  await expect(page.getByLabel('Who may open it').locator('option:checked')).toHaveText('Signed-in members')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Item created')).toBeVisible()
  const item = await stored('Bread <b>&</b> butter')
  assert.equal(item.status, 'published')
  assert.ok(item.audience)
  assert.deepEqual(item.body.doc?.content.slice(0, 4), [
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Dough' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'Knead', marks: [{ type: 'bold' }] }] },
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Flour' }] },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Rye' }] }] },
        {
          type: 'listItem',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'Wheat', marks: [{ type: 'bold' }] }] },
          ],
        },
      ],
    },
  ])
  assert.doesNotMatch(JSON.stringify(item.body.doc), /javascript|onerror|onclick|style/)
  // The name is text wherever it is shown.
  await expect(page.getByRole('heading', { name: 'Bread <b>&</b> butter' })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await fitsItsWidth(page)
})

test('what was typed and not saved is offered again after the window closed', async () => {
  await page.getByLabel('Summary').fill('From this morning')
  // The copy is stored after a pause in typing.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('From this morning')))
    .toBe(true)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Restore them' }).click()
  await expect(other.getByLabel('Summary')).toHaveValue('From this morning')
  await other.close()
})

test('a conflict is reported, and neither version is lost', async () => {
  const itemId = await itemIn(page)
  const { revision, body, status: _status, ...before } = await call(readItem, { tenantId, itemId })
  const { title, teaser, cover, published_at, audience, is_teaser, is_listed, counts_from } = before
  const rest = { title, teaser, cover, published_at, audience, is_teaser, is_listed, counts_from }
  const item = { ...rest, summary: 'From someone else', tags: ['theirs'], body: { doc: body.doc! } }
  await call(saveItem, { tenantId, itemId, revision, item })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Someone else saved this item')).toBeVisible()
  await expect(page.getByText('differ in: summary and tags')).toBeVisible()
  await page.getByRole('button', { name: 'Use the saved version' }).click()
  await expect(page.getByLabel('Summary')).toHaveValue('From someone else')
  await page.getByRole('button', { name: 'Restore my version' }).click()
  await expect(page.getByLabel('Summary')).toHaveValue('From this morning')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Item saved')).toBeVisible()
  assert.equal((await call(readItem, { tenantId, itemId })).summary, 'From this morning')
})

test('a course is built by keyboard, with spoken positions', async () => {
  const item = {
    title: 'Second lesson',
    summary: null,
    teaser: null,
    cover: null,
    tags: [],
    published_at: null,
    audience: null,
    is_teaser: true,
    is_listed: true,
    counts_from: 'start' as const,
    body: {},
  }
  await call(createItem, { tenantId, kind: 'article', item })
  await page.goto(`${address}&item=new&kind=course`)
  await page.getByLabel('Title', { exact: true }).fill('Bread school')
  await page.getByRole('button', { name: 'Save as draft' }).press('Enter')
  await expect(page.getByText('Item created')).toBeVisible()
  await page.getByRole('link', { name: 'Lessons', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Add module' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Module 1' })).toBeFocused()
  await page.keyboard.type('Week 1')
  await page.getByRole('button', { name: 'Add lessons to Week 1' }).press('Enter')
  for (const name of ['Bread <b>&</b> butter', 'Second lesson'])
    await page.getByRole('dialog').getByRole('checkbox', { name }).press('Space')
  await page.getByRole('button', { name: 'Add 2 lessons' }).press('Enter')
  await page.getByRole('link', { name: 'Second lesson' }).press('Alt+ArrowUp')
  await expect(page.getByText('Second lesson: lesson 1 of 2 in Week 1.')).toBeAttached()
  await expect(page.getByRole('link', { name: 'Second lesson' })).toBeFocused()
  await page.getByLabel('When Bread <b>&</b> butter opens').selectOption('Days after the start')
  await page.getByLabel('Days until Bread <b>&</b> butter opens').fill('7')
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Save lessons' }).press('Enter')
  await expect(page.getByText('Lessons saved')).toBeVisible()
  const course = await stored('Bread school')
  assert.deepEqual(
    course.modules?.map(({ title, lessons }) => [title, ...lessons.map(({ drip_days }) => drip_days)]),
    [['Week 1', null, 7]],
  )
})

test('a file is uploaded in parts, and a wrong type is refused by name', async () => {
  await page.goto(`${address}&item=new&kind=audio`)
  await page.getByLabel('Title', { exact: true }).fill('Interview')
  const choose = page.getByLabel('Audio file: choose a file')
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
  await expect(page.getByText('notes.txt has the wrong type')).toBeVisible()
  await choose.setInputFiles({ name: 'talk.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(9_000_000, 7) })
  await expect(page.getByText('9 MB')).toBeVisible()
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Item created')).toBeVisible()
  const { file } = (await stored('Interview')).body
  assert.deepEqual([file?.name, file?.type, file?.size], ['talk.mp3', 'audio/mpeg', 9_000_000])
})

test('the list is searched and filtered, by its address too', async () => {
  await page.goto(`${address}&kind=course`)
  await expect(page.getByRole('button', { name: 'Bread school' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Interview' })).toBeHidden()
  await page.getByLabel('Filter by kind').selectOption('All kinds')
  await page.getByLabel('Search items').fill('inter')
  await expect(page.getByRole('button', { name: 'Interview' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bread school' })).toBeHidden()
  await page.getByLabel('Search items').fill('nothing like it')
  await page.getByRole('button', { name: 'Show all items' }).click()
  await expect(page.getByRole('button', { name: 'Bread school' })).toBeVisible()
})
