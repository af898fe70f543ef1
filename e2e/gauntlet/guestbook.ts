// A guestbook as its owner makes it in the Studio, opens its rows and approves an entry; and what its API says.
import assert from 'node:assert/strict'
import { createClient, type Session } from '@supabase/supabase-js'
import { type EnginePage, until } from './engine.ts'
import type { MEMBER, World } from './world.ts'

export interface Entry {
  id: string
  name: string
  message: string
  picture: { name: string } | null
  approved: boolean
}

/** A tenant without tables, and its owner. */
export interface Mill {
  id: string
  publicKey: string
  session: Session
}

const ROLES = 'button, a, label, [role=menuitem]'

/**
 * Clicks what a person would find by its text: the last visible one, since dialogs and menus are last.
 * @param within selector of the part of the page that has it
 */
async function press(studio: EnginePage, text: string, within = 'body'): Promise<void> {
  const mark = (part: string, roles: string, name: string) => {
    const nameOf = (el: HTMLElement) => el.getAttribute('aria-label') ?? el.innerText.trim().split('\n')[0]
    const found = [...document.querySelectorAll(part)]
      .flatMap((one) => [...one.querySelectorAll<HTMLElement>(roles)])
      .findLast(
        (el) => nameOf(el) === name && el.checkVisibility() && !el.matches('[aria-disabled=true], :disabled'),
      )
    document.querySelectorAll('[data-to-press]').forEach((el) => el.removeAttribute('data-to-press'))
    found?.setAttribute('data-to-press', '')
    return found !== undefined
  }
  await until(`"${text}"`, () => studio.run(mark, within, ROLES, text))
  await studio.click('[data-to-press]')
}

/** Chooses an item of a menu. The menu is opened again if it closed, as when a panel that arrives takes the focus. */
async function choose(studio: EnginePage, menu: string, item: string, within = 'body'): Promise<void> {
  const isOpen = () => studio.run(() => document.querySelector('[role=menu]') !== null)
  await until(`the menu "${menu}"`, async () => {
    if (!(await isOpen())) await press(studio, menu, within)
    return isOpen()
  })
  await press(studio, item, '[role=menu]')
}

const shows = (studio: EnginePage, text: string) =>
  until(`"${text}" in the Studio`, () => studio.run((one) => document.body.innerText.includes(one), text))

/** Signs the owner in to the Studio, as an earlier visit would have left it, and opens the tables. */
export async function openStudio(studio: EnginePage, { proxy, mill }: World): Promise<void> {
  await studio.goto(`${proxy.origin}/docs`)
  await studio.run((session) => localStorage.setItem('bb:session', session), JSON.stringify(mill.session))
  await studio.goto(`${proxy.origin}/bolt/tables?tenant=${mill.id}`)
}

/** Makes a guestbook with pictures of a template. @returns the tags that the Studio gives to paste */
export async function designGuestbook(studio: EnginePage): Promise<string> {
  await press(studio, 'Guestbook')
  await press(studio, 'Create table')
  await shows(studio, 'Form: Sign our guestbook')

  await press(studio, 'Fields (3)')
  await choose(studio, 'Add field', 'Picture')
  await press(studio, 'Save fields')
  await shows(studio, 'Fields saved')
  await press(studio, 'Close', '[role=dialog]')

  await press(studio, 'Form', 'nav')
  await choose(studio, 'Add question', 'Picture')
  await press(studio, 'Save form')
  await shows(studio, 'Form saved')

  await press(studio, 'Look & embed', 'nav')
  await choose(studio, 'More for Guestbook', 'Edit', 'main ul')
  await press(studio, 'Picture', '[role=dialog] fieldset:first-of-type')
  await press(studio, 'Save', '[role=dialog]')
  await until('the end of the dialog', () => studio.run(() => !document.querySelector('[role=dialog]')))
  const tags = await studio.run(() =>
    [...document.querySelectorAll('figure pre')].map(({ textContent }) => textContent),
  )
  assert.deepEqual(
    tags.map((tag) => /data-block="(\w+)"/.exec(tag)?.[1]),
    ['form', 'list'],
  )
  return tags.join('')
}

/** Opens the rows of the table that the Studio shows, and waits until they are live. */
export async function openRows(studio: EnginePage, { proxy }: World): Promise<void> {
  await press(studio, 'Rows', 'nav')
  await shows(studio, 'Aylin')
  await until('the live connection', async () =>
    proxy.requestedPaths.some((path) => path.startsWith('/realtime/v1/websocket')),
  )
}

/** Waits until the grid shows an entry, without a reload, and approves it in its panel. */
export async function approveInGrid(studio: EnginePage, { id, message }: Entry): Promise<void> {
  await shows(studio, message)
  // The arrow of a row appears when the row is the current one.
  await studio.click(`.bb-grid-row:has([data-row-id="${id}"]) [data-column="0"]`)
  await studio.click(`[data-row-id="${id}"]`)
  await press(studio, 'Approve', '[role=dialog]')
  await until('the approval', () =>
    studio.run(() => document.querySelector('[role=dialog]')!.textContent.includes('Withdraw approval')),
  )
}

const headersOf = (key: string, token: string) => ({ apikey: key, authorization: `Bearer ${token}` })

/** Entries with this text, as the owner reads them. */
export async function readEntries({ instance, mill, anonKey }: World, message: string): Promise<Entry[]> {
  const query = new URLSearchParams({ message: `like.*${message}*` })
  const response = await fetch(`${instance.url}/rest/v1/guestbook?${query}`, {
    headers: { ...headersOf(anonKey, mill.session.access_token), 'x-tenant': mill.id },
  })
  assert.equal(response.status, 200)
  return (await response.json()) as Entry[]
}

/** The session of a member, as the block has it. The page's own token reaches no rows. */
export async function signInMember({ instance, mill }: World, member: typeof MEMBER): Promise<string> {
  const client = createClient(instance.url, mill.publicKey, { auth: { persistSession: false } })
  const { data, error } = await client.auth.signInWithPassword(member)
  assert.ifError(error)
  return data.session.access_token
}

/** Status of the list's calls for a visitor who changes and deletes an entry. @param token of a signed-in visitor */
export async function tryToWrite(
  { instance, mill }: World,
  tags: string,
  id: string,
  token = mill.publicKey,
): Promise<number[]> {
  const view = /data-view="([\w-]+)"/.exec(tags)![1]!
  const send = async (method: string, body?: object) =>
    (
      await fetch(`${instance.url}/functions/v1/lists/${view}/rows/${id}`, {
        method,
        headers: { ...headersOf(mill.publicKey, token), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).status
  return [await send('PUT', { answers: {} }), await send('DELETE')]
}
