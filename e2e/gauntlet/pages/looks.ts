// Host pages with aggressive styles, and visitors with their own display settings.
import assert from 'node:assert/strict'
import { type Surface, until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { says, turnToPay, turnToSignIn } from '../visitor.ts'
import { around, kept, KEPT_CSS, written } from './document.ts'
import { linkStands } from './policies.ts'

/** Waits until the whole frame is visible: the page learns its new height with a delay. */
const seenWhole = (visit: Visit, name = 'auth') =>
  until(`the whole ${name} block`, async () => {
    await measure(visit, name)
    return true
  })

/** Checks that the frame is as wide as its container, as high as its content, and fully visible. */
async function measure(visit: Visit, name: string): Promise<void> {
  const block = await visit.block(name)
  const content = await block.run(() => document.body.getBoundingClientRect().height)
  const frame = await visit.page.run((page) => {
    const iframe = document.querySelector(`iframe[src*="/embed/${page}"]`)!
    const { width, height, left } = iframe.getBoundingClientRect()
    const place = iframe.parentElement!.getBoundingClientRect()
    const { opacity, visibility } = getComputedStyle(iframe)
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
  assert.ok(Math.abs(frame.height - content) <= 1, `${frame.height} pixels high, of ${content}`)
  assert.ok(Math.abs(frame.width - frame.place) <= 1 && Math.abs(frame.left) <= 1, JSON.stringify(frame))
  assert.ok(frame.below >= content - 1, `the container is ${frame.below} pixels high`)
  assert.deepEqual([frame.opacity, frame.visibility], ['1', 'visible'])
}

/** Checks that the document does not scroll horizontally. */
const fits = async (on: Surface) =>
  assert.ok(
    await on.run(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    'the document does not scroll horizontally',
  )

async function wholeAndInteractive(visit: Visit): Promise<void> {
  await seenWhole(visit)
  await turnToSignIn(visit)
  await seenWhole(visit)
  await fits(visit.page)
  await fits(await visit.block('auth'))
}

/** Whether the dialog has stopped moving: the page may animate it, and a click would miss. */
async function isAtRest(): Promise<boolean> {
  const at = () => JSON.stringify(document.querySelector('dialog')!.getBoundingClientRect())
  const before = at()
  await new Promise((resolve) => setTimeout(resolve, 200))
  return at() === before
}

/** Whether the dialog is centered in the window, horizontally and vertically. */
function isCentered(): boolean {
  const { left, right, top, bottom } = document.querySelector('dialog')!.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  return left > 0 && Math.abs(left - (clientWidth - right)) < 2 && Math.abs(top - (clientHeight - bottom)) < 2
}

const RESET = `*,*::before,*::after{margin:0;padding:0;border:0;box-sizing:border-box;font:inherit;vertical-align:baseline;max-width:100%;transition:all .4s ease}
html,body,div,span,iframe,h1,p{margin:0;padding:0;border:0;font-size:100%}
iframe{position:absolute;top:0;left:0;width:300px;height:150px;max-height:240px;min-height:50px;aspect-ratio:16/9;margin:1em auto;padding:8px;
float:left;opacity:.4;visibility:hidden;transform:scale(.9);filter:grayscale(1);clip-path:inset(10px);pointer-events:none;border:4px solid red}
:not(:defined){display:none}bb-block{display:inline;overflow:hidden}`

/** `!important` rules such as those of themes that make videos responsive. */
const IMPORTANT = `iframe,object,video{display:inline!important;position:static!important;width:auto!important;max-width:50%!important;
height:auto!important;max-height:90px!important;border:3px solid red!important;padding:9px!important;opacity:.9!important}
button{width:100%!important;height:9px!important;padding:0!important;border:3px solid red!important}
dialog{position:static!important;margin:0!important;max-width:200px!important;max-height:90px!important;border:9px solid red!important}`

/** Hides frames like a content blocker, whose user style rules override all rules of the page. */
const BLOCKER = `<style>iframe[src*="/embed/"]{display:none!important}</style><script>
const { setProperty } = CSSStyleDeclaration.prototype
CSSStyleDeclaration.prototype.setProperty = function (name, value) { setProperty.call(this, name, value) }</script>`

/** Checks that the whole block is visible, and that a dialog is centered and has a close button. */
async function wholeAndOpened(visit: Visit): Promise<void> {
  await wholeAndInteractive(visit)
  await visit.page.run(() => window.bb!('open', 'pay') as Promise<unknown>)
  await visit.ready(2)
  await until('a dialog that has stopped moving', () => visit.page.run(isAtRest))
  await turnToPay(visit)
  await until('a centered dialog', () => visit.page.run(isCentered))
  await seenWhole(visit, 'pay')
  const { width, height } = await visit.page.run(() => {
    const closeButton = document.querySelector('dialog button')!.getBoundingClientRect()
    return { width: closeButton.width, height: closeButton.height }
  })
  assert.deepEqual([width, height], [44, 44], 'size of the close button')
  await visit.page.run(() => window.bb!('close') as Promise<unknown>)
}

export const looks: HostPage[] = [
  {
    name: 'reset',
    title:
      'style sheets that reset everything and style frames: the whole block is visible, and a dialog is centered',
    html: ({ tag }) => written({ head: `<style>${RESET}</style>`, body: around(tag('auth')) }),
    act: wholeAndOpened,
  },
  {
    name: 'important-rules',
    title: '!important rules for frames, buttons and dialogs: the whole block is visible, and so is a dialog',
    html: ({ tag }) => written({ head: `<style>${IMPORTANT}</style>`, body: around(tag('auth')) }),
    act: wholeAndOpened,
  },
  {
    name: 'hidden-frames',
    title: 'a content blocker that hides the blocks’ frames: a link replaces the block',
    html: ({ tag }) => written({ head: BLOCKER, body: `<h1>Shop</h1>${tag('auth')}` }),
    blocks: 0,
    act: (visit) => linkStands(visit, 'blocked'),
  },
  {
    name: 'right-to-left',
    title: 'a right-to-left page',
    html: ({ tag }) => written({ root: 'lang="ar" dir="rtl"', body: around(tag('auth')) }),
    act: wholeAndInteractive,
  },
  {
    name: 'zoomed',
    title: 'a visitor who zoomed in to 200 %',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { zoom: 2 },
    act: wholeAndInteractive,
  },
  {
    name: 'narrow',
    title: 'a screen 320 pixels wide, with three blocks',
    html: ({ tag }) =>
      written({
        head: '<meta name="viewport" content="width=device-width">',
        body: around(tag('auth')) + tag('pay') + tag('my-block'),
      }),
    around: { width: 320, height: 640 },
    blocks: 1,
    async act(visit) {
      await wholeAndInteractive(visit)
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
    title: 'a grid column of 280 pixels beside one that grows',
    html: ({ tag }) =>
      written({
        head: '<style>main{display:grid;grid-template-columns:280px 1fr}aside{display:flex;flex-direction:column;align-items:flex-start}</style>',
        body: `<main><aside>${tag('auth')}</aside><p data-still>Bread</p></main>`,
      }),
    act: wholeAndInteractive,
  },
  {
    name: 'still',
    title: 'a visitor who prefers reduced motion: nothing moves in the block',
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
      await until('light mode', async () => (await mode()) === 'light')
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
    title: 'a block in a section with content-visibility: auto, which the browser renders late',
    html: ({ tag }) =>
      written({
        head: '<style>section{content-visibility:auto;contain-intrinsic-size:auto 434px;transform:translateZ(0);will-change:transform}</style>',
        body: around(`<section>${tag('auth')}</section>`),
      }),
    act: wholeAndInteractive,
  },
  {
    name: 'printed',
    title: 'a printed page shows the whole block',
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
        'its WebDriver BiDi prints to a file (browsingContext.print), and has no command to emulate print media',
      webkit: 'W3C WebDriver prints to a file (Print Page), and has no command to emulate print media',
    },
  },
]
