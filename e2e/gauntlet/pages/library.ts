// A gated part of a static page with a strict policy: teaser, sign-up, payment, the same part open in its place.
import assert from 'node:assert/strict'
import { until } from '../engine.ts'
import { GATED, makeGatedItem } from '../gated-item.ts'
import type { HostPage } from '../host-page.ts'
import { payByCard, press, signUp } from '../shopper.ts'
import { says, wordsOf } from '../visitor.ts'
import { kept, keptSheet, unstyled, written } from './document.ts'

export const library: HostPage[] = [
  {
    name: 'library',
    title:
      '[peers C4] [peers C9] a part of a page with a strict policy shows a teaser, opens in its place after a sign-up and a payment, and is open on the next visit',
    html: ({ tag, keys }) =>
      written({
        head: '<link rel="stylesheet" href="/site.css">',
        body:
          `<h1 data-still>Hearth &amp; Rye</h1>${kept(unstyled(tag('auth')))}` +
          `<div data-bb-gate="${GATED.slug}" data-tenant="${keys.bakery}"></div>`,
      }),
    headers: ({ blocks }) => ({
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src 'self' ${blocks}; style-src 'self'; frame-src ${blocks}; base-uri 'none'`,
    }),
    files: keptSheet,
    listed: true,
    blocks: 2,
    around: { width: 390, height: 2400 },
    async act(visit) {
      const { page, world, url } = visit
      const price = await makeGatedItem(world)
      await page.goto(url)
      await visit.ready(2)
      const closed = await visit.block('gate')
      await says(closed, GATED.teaser)
      assert.ok(!(await wordsOf(closed)).includes(GATED.body))
      await signUp(visit, `nora-${Date.now()}@posteo.test`)

      await page.goto(url)
      await visit.ready(2)
      const gate = await visit.block('gate')
      await until('a member’s gate', async () => !(await wordsOf(gate)).includes('Sign in'))
      assert.ok(!(await wordsOf(gate)).includes(GATED.body))
      await press(gate, `Get access for ${price}`)
      await payByCard(page)
      await says(gate, GATED.body)

      await page.goto(url)
      await visit.ready(2)
      await says(await visit.block('gate'), GATED.body)
    },
  },
]
