// Blocks that take their theme from the host page: pages of the other lists again, and one with a look of its own.
import { until } from '../engine.ts'
import type { HostPage, Parts } from '../host-page.ts'
import { turnToPay } from '../visitor.ts'
import { around, written } from './document.ts'
import { looks } from './looks.ts'
import { oldPages } from './old.ts'
import { policies } from './policies.ts'

/** Pages on which reading the page is hardest: strict policies, replaced globals, styles that reset everything. */
const AGAIN = [
  'policy-nonce',
  'trusted-types',
  'jquery',
  'taught',
  'clobbered',
  'quirks',
  'reset',
  'right-to-left',
]

const auto = (tag: string) => tag.replace('data-theme="clean"', 'data-theme="auto"')

const again: HostPage[] = [...policies, ...oldPages, ...looks]
  .filter(({ name }) => AGAIN.includes(name))
  .map((page) => ({
    ...page,
    name: `${page.name}-auto`,
    title: `${page.title} (theme from the page)`,
    html: (parts: Parts) =>
      page.html({
        ...parts,
        tag: (...what) => auto(parts.tag(...what)),
        tagOf: (...what) => auto(parts.tagOf(...what)),
      }),
  }))

const STYLE = `body{font-family:"No Such Font",Georgia,serif;background:#fffdf8;color:#2b2320}
a{color:#9a3412}button{border:0;border-radius:6px;padding:8px 16px;background:#9a3412;color:#fff}
.dark{background:#17120f;color:#eee}.dark button{background:#fdba74;color:#000}`

export const autoPages: HostPage[] = [
  ...again,
  {
    name: 'brand',
    title: 'a block has the accent, corners and font of the page, and follows when the page turns dark',
    html: ({ tag }) =>
      written({
        head: `<style>${STYLE}</style>`,
        body: around(`<nav><a href="#a">Bread</a> <button>Order</button></nav>${auto(tag('pay'))}`),
      }),
    async act(visit) {
      const block = await visit.block('pay')
      const look = () =>
        block.run(() => {
          const { backgroundColor, borderTopLeftRadius, fontFamily } = getComputedStyle(
            document.querySelector('.bb-btn[data-variant=primary]')!,
          )
          return [backgroundColor, borderTopLeftRadius, fontFamily.replaceAll('"', '')].join(' ')
        })
      const shape = '6px No Such Font, Georgia, serif, sans-serif'
      await until('the look of the page', async () => (await look()) === `rgb(154, 52, 18) ${shape}`)
      await visit.page.run(() => (document.body.className = 'dark'))
      await until('the look of the dark page', async () => (await look()) === `rgb(253, 186, 116) ${shape}`)
      await turnToPay(visit)
    },
  },
]
