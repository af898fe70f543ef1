// The assistant in the Studio: a model is connected, a source added, a question tried in the preview, and a visitor's conversation read with its cost.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { askPrompt } from '#blocks/prompt/endpoints.ts'
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
const creator = await makeCreator(keys, { email: ownAddress('prompt'), password: PASSWORD })
const plan = { user_id: creator.session.user.id, plan_id: 'pro', status: 'active' }
assert.ifError((await operatorOf(keys).from('bolt_subscriptions').upsert(plan)).error)
const { id: tenantId, public_key: apiKey } = await makeTenant(creator, 'Old bakery')
const context = await studioContext(browser, instance.url, creator.session)
after(() => context.close())
const page = await context.newPage()
const main = page.getByRole('main')
const QUESTION = 'When is the bakery open?'
const ANSWER = 'The bakery is open on Sundays from eight to twelve.'

async function assertUsable(): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await violations(page), [])
    await fitsItsWidth(page)
  }
}

test('[peers I6] a model is connected and tested in Connect', async () => {
  await page.goto(`${instance.url}/studio/connect/chatbot?tenant=${tenantId}`)
  await page.getByLabel('Provider', { exact: true }).selectOption('Another address')
  await main.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Enter the name of a model.')).toBeVisible()
  await page.getByLabel('Address').fill(`${instance.sandboxUrl}/model/v1`)
  await page.getByRole('textbox', { name: 'Key' }).fill('sk-sandbox-canary')
  await page.getByLabel('Model', { exact: true }).fill('sandbox-quote')
  await page.getByLabel('Price of a million tokens read').fill('300')
  await page.getByLabel('Price of a million tokens written').fill('900')
  await main.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Not tested yet')).toBeVisible()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText(/^sandbox-quote replied in/)).toBeVisible()
  await assertUsable()
  await page.reload()
  await expect(page.getByText(/^Connected, tested/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue('')
  assert.ok(!(await page.content()).includes('sk-sandbox-canary'), 'the key is in the page')
})

test('[peers I1] an assistant gets a source, and the preview answers from it', async () => {
  await page.goto(`${instance.url}/bolt/assistant?tenant=${tenantId}`)
  await page.getByRole('button', { name: 'Create an assistant' }).click()
  await page.getByRole('button', { name: 'Add a source' }).click()
  await page.getByRole('menuitem', { name: 'Questions and answers' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question 1', { exact: true }).fill(QUESTION)
  await dialog.getByLabel('Answer 1').fill(ANSWER)
  await dialog.getByRole('button', { name: 'Add source' }).click()
  await expect(page.getByText('1 source, 1 passage')).toBeVisible()
  await assertUsable()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('textbox', { name: 'Ask a question' }).fill('When are you open on Sundays?')
  await preview.getByRole('button', { name: 'Send' }).click()
  await expect(preview.getByText(ANSWER).first()).toBeVisible()
  const viewed = page.frameLocator('iframe[title="The block as they get it"]')
  await expect(viewed.getByRole('heading', { name: 'Ask Old bakery' })).toBeVisible()
  await assertUsable()
})

test('[peers I6] a visitor’s conversation is in the log with its cost, and in the budget', async () => {
  const ask = createCaller({ url: `${keys.url}/functions/v1`, apiKey })
  const { state, answer } = await ask(askPrompt, { question: 'When are you open on Sundays?' })
  assert.equal(state, 'answered')
  assert.ok(answer.includes(ANSWER), answer)
  await page.goto(`${instance.url}/bolt/assistant/conversations?tenant=${tenantId}`)
  const row = page.getByRole('button', { name: 'When are you open on Sundays?' })
  await row.click()
  const panel = page.getByRole('dialog', { name: 'When are you open on Sundays?' })
  await expect(panel.getByText(ANSWER)).toBeVisible()
  // At these prices a conversation costs more than the smallest amount that the list shows.
  await expect(panel.getByText(/tokens, 0\.\d*[1-9]/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${instance.url}/bolt/assistant/budget?tenant=${tenantId}`)
  const month = page.getByRole('region', { name: 'This month' })
  await expect(month).toContainText('Questions1')
  await expect(month).toContainText(/Cost0\.\d*[1-9]/)
  await assertUsable()
  await page.goto(`${instance.url}/studio/connect/chatbot?tenant=${tenantId}`)
  await expect(page.getByText('Last calls')).toBeVisible()
  await assertUsable()
})
