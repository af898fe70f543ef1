// Hosts with strong styles, and visitors who look at them in their own way.
import assert from 'node:assert/strict'
import { type Surface, until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { says, turnToPay, turnToSignIn } from '../visitor.ts'
import { around, kept, KEPT_CSS, written } from './document.ts'
import { linkStands } from './policies.ts'

/** Waits until the frame is seen whole: its new height is told to the page, which takes a moment. */
const seenWhole = (visit: Visit, name = 'auth') =>
  until(`the whole ${name} block`, async () => {
    await measure(visit, name)
    return true
  })

/** Whether the frame is as wide as its place, as high as its content, where nothing covers it. */
async function measure(visit: Visit, name: string): Promise<void> {
  const block = await visit.block(name)
  const content = await block.run(() => document.body.getBoundingClientRect().height)
  const shown = await visit.page.run((page) => {
    const frame = document.querySelector(`iframe[src*="/embed/${page}"]`)!
    const { width, height, left } = frame.getBoundingClientRect()
    const place = frame.parentElement!.getBoundingClientRect()
    const { opacity, visibility } = getComputedStyle(frame)
    return {
      width,
      height,
      left: left - place.left,
      place: place.width,
      below: place.height,
      opacity,
      visibility,
    }
  }, name)
  assert.ok(Math.abs(shown.height - content) <= 1, `${shown.height} pixels high, of ${content}`)
  assert.ok(Math.abs(shown.width - shown.place) <= 1 && Math.abs(shown.left) <= 1, JSON.stringify(shown))
  assert.ok(shown.below >= content - 1, `the place is ${shown.below} pixels high`)
  assert.deepEqual([shown.opacity, shown.visibility], ['1', 'visible'])
}

/** Nothing can be scrolled sideways. */
const fits = async (on: Surface) =>
  assert.ok(
    await on.run(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    'it can be scrolled sideways',
  )

async function wholeAndAwake(visit: Visit): Promise<void> {
  await seenWhole(visit)
  await turnToSignIn(visit)
  await seenWhole(visit)
  await fits(visit.page)
  await fits(await visit.block('auth'))
}

/** Whether the dialog's frame stays where it is: the page may animate it, and a click would miss. */
async function isAtRest(): Promise<boolean> {
  const at = () => JSON.stringify(document.querySelector('dialog')!.getBoundingClientRect())
  const before = at()
  await new Promise((resolve) => setTimeout(resolve, 200))
  return at() === before
}

/** Whether the dialog keeps as much of the window free on its left as on its right, and above as below. */
function isCentred(): boolean {
  const { left, right, top, bottom } = document.querySelector('dialog')!.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  return left > 0 && Math.abs(left - (clientWidth - right)) < 2 && Math.abs(top - (clientHeight - bottom)) < 2
}

const RESET = `*,*::before,*::after{margin:0;padding:0;border:0;box-sizing:border-box;font:inherit;vertical-align:baseline;max-width:100%;transition:all .4s ease}
html,body,div,span,iframe,h1,p{margin:0;padding:0;border:0;font-size:100%}
iframe{position:absolute;top:0;left:0;width:300px;height:150px;max-height:240px;min-height:50px;aspect-ratio:16/9;margin:1em auto;padding:8px;
float:left;opacity:.4;visibility:hidden;transform:scale(.9);filter:grayscale(1);clip-path:inset(10px);pointer-events:none;border:4px solid red}
:not(:defined){display:none}bb-block{display:inline;overflow:hidden}`

/** As themes have it that make videos fit: over anything that is not as important. */
const IMPORTANT = `iframe,object,video{display:inline!important;position:static!important;width:auto!important;max-width:50%!important;
height:auto!important;max-height:90px!important;border:3px solid red!important;padding:9px!important;opacity:.9!important}
button{width:100%!important;height:9px!important;padding:0!important;border:3px solid red!important}
dialog{position:static!important;margin:0!important;max-width:200px!important;max-height:90px!important;border:9px solid red!important}`

/** As blockers hide what their lists name: by rules of the visitor's, over which nothing of a page goes. */
const BLOCKER = `<style>iframe[src*="/embed/"]{display:none!important}</style><script>
const { setProperty } = CSSStyleDeclaration.prototype
CSSStyleDeclaration.prototype.setProperty = function (name, value) { setProperty.call(this, name, value) }</script>`

/** The block is whole, and a dialog stands in the middle, with a button to close it. */
async function wholeAndOpened(visit: Visit): Promise<void> {
  await wholeAndAwake(visit)
  await visit.page.run(() => window.bb!('open', 'pay') as Promise<unknown>)
  await visit.ready(2)
  await until('a dialog that no longer moves', () => visit.page.run(isAtRest))
  await turnToPay(visit)
  await until('a dialog in the middle', () => visit.page.run(isCentred))
  await seenWhole(visit, 'pay')
  const { width, height } = await visit.page.run(() => {
    const shut = document.querySelector('dialog button')!.getBoundingClientRect()
    return { width: shut.width, height: shut.height }
  })
  assert.deepEqual([width, height], [44, 44], 'the button that closes it')
  await visit.page.run(() => window.bb!('close') as Promise<unknown>)
}

export const looks: HostPage[] = [
  {
    name: 'reset',
    title:
      'style sheets that reset everything and style frames: the block is whole, and a dialog stands in the middle',
    html: ({ tag }) => written({ head: `<style>${RESET}</style>`, body: around(tag('auth')) }),
    act: wholeAndOpened,
  },
  {
    name: 'important-rules',
    title: 'important rules for frames, buttons and dialogs: the block is whole, and so is a dialog',
    html: ({ tag }) => written({ head: `<style>${IMPORTANT}</style>`, body: around(tag('auth')) }),
    act: wholeAndOpened,
  },
  {
    name: 'hidden-frames',
    title: 'a blocker that hides frames of ours: a link stands in the place',
    html: ({ tag }) => written({ head: BLOCKER, body: `<h1>Shop</h1>${tag('auth')}` }),
    blocks: 0,
    act: (visit) => linkStands(visit, 'blocked'),
  },
  {
    name: 'right-to-left',
    title: 'a page from right to left',
    html: ({ tag }) => written({ root: 'lang="ar" dir="rtl"', body: around(tag('auth')) }),
    act: wholeAndAwake,
  },
  {
    name: 'zoomed',
    title: 'a visitor who zoomed to 200 %',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { zoom: 2 },
    act: wholeAndAwake,
  },
  {
    name: 'narrow',
    title: 'a screen of 320 pixels, with all there is',
    html: ({ tag }) =>
      written({
        head: '<meta name="viewport" content="width=device-width">',
        body: around(tag('auth')) + tag('pay') + tag('my-block'),
      }),
    around: { width: 320, height: 640 },
    blocks: 1,
    async act(visit) {
      await wholeAndAwake(visit)
      await visit.page.run(() => document.querySelector('[data-block=pay]')!.scrollIntoView())
      await visit.ready(2)
      await seenWhole(visit, 'pay')
      await turnToPay(visit)
      await visit.page.run(() => document.querySelector('[data-id]')!.scrollIntoView())
      await visit.ready(3)
      await fits(visit.page)
      await fits(await visit.block('pay'))
      await fits(await visit.block('my-block'))
    },
  },
  {
    name: 'narrow-column',
    title: 'a column of 280 pixels, in a grid, beside one that grows',
    html: ({ tag }) =>
      written({
        head: '<style>main{display:grid;grid-template-columns:280px 1fr}aside{display:flex;flex-direction:column;align-items:flex-start}</style>',
        body: `<main><aside>${tag('auth')}</aside><p data-still>Bread</p></main>`,
      }),
    act: wholeAndAwake,
  },
  {
    name: 'still',
    title: 'a visitor who asked for less motion: nothing moves in the block',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { reducedMotion: true },
    async act(visit) {
      await turnToSignIn(visit)
      const block = await visit.block('auth')
      assert.deepEqual(
        await block.run(() => [
          matchMedia('(prefers-reduced-motion: reduce)').matches,
          document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1)
            .length,
        ]),
        [true, 0],
      )
    },
  },
  {
    name: 'dark',
    title: 'a dark page: the block is dark, and follows when the page turns light',
    html: ({ tag }) =>
      written({
        head: '<meta name="color-scheme" content="dark"><style>body{background:#101014;color:#eee}.light{background:#fff}</style>',
        body: around(tag('auth')),
      }),
    async act(visit) {
      const block = await visit.block('auth')
      const mode = () => block.run(() => document.documentElement.dataset['mode'])
      assert.equal(await mode(), 'dark')
      await visit.page.run(() => (document.body.className = 'light'))
      await until('the light', async () => (await mode()) === 'light')
      await turnToSignIn(visit)
    },
  },
  {
    name: 'behind-a-tab',
    title: 'a block behind a tab loads when the tab is opened',
    html: ({ tag }) =>
      written({
        body: around('<details><summary>Account</summary>' + kept(tag('auth')) + '</details>'),
        head: `<style>${KEPT_CSS}</style>`,
      }),
    blocks: 0,
    async act(visit) {
      assert.equal(await visit.page.run(() => document.querySelectorAll('iframe').length), 0)
      await visit.page.click('summary')
      await visit.ready(1)
      await turnToSignIn(visit)
      await seenWhole(visit)
    },
  },
  {
    name: 'kept-back',
    title: 'a place in a part of the page that the browser draws late and apart',
    html: ({ tag }) =>
      written({
        head: '<style>section{content-visibility:auto;contain-intrinsic-size:auto 402px;transform:translateZ(0);will-change:transform}</style>',
        body: around(`<section>${tag('auth')}</section>`),
      }),
    act: wholeAndAwake,
  },
  {
    name: 'printed',
    title: 'a page on paper shows what the block shows',
    html: ({ tag }) =>
      written({
        head: '<style media="print">iframe{page-break-inside:avoid}@page{margin:1cm}</style>',
        body: around(tag('auth')),
      }),
    async act(visit) {
      await says(await visit.block('auth'), 'Test mode')
      await visit.page.print!()
      await seenWhole(visit)
    },
    not: {
      firefox:
        'its WebDriver BiDi prints to a file (browsingContext.print), and has no command for a page as it is on paper',
      webkit: 'W3C WebDriver prints to a file (Print Page), and has no command for a page as it is on paper',
    },
  },
]
