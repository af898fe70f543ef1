import { createSSRApp, h, ref } from 'vue'
import { BbBlock, boltBlocks, useBlocksEvent, useUser } from '@bolt-blocks/vue'

/** The same shop in Vue. */
export function makeApp({ host, tenant }) {
  const Shop = {
    setup() {
      const open = ref(true)
      const heard = ref([])
      const user = useUser()
      const hear = (words) => heard.value.push(words)
      useBlocksEvent('ready', ({ block }) => hear(`page:${block}`))
      return () => [
        h(
          'button',
          { id: 'toggle', onClick: () => (open.value = !open.value) },
          open.value ? 'Put away' : 'Show',
        ),
        open.value
          ? h(BbBlock, { block: 'pay', class: 'shop', onReady: ({ block }) => hear(`own:${block}`) })
          : null,
        h(BbBlock, { block: 'auth', onSignedIn: () => hear('signed-in') }),
        h('p', { id: 'who' }, [user.value.status, user.value.user?.email].filter(Boolean).join(' ')),
        h('output', { id: 'heard' }, heard.value.join(' ')),
      ]
    },
  }
  return createSSRApp(Shop).use(boltBlocks, { host, tenant, theme: 'retro', timeout: 10_000 })
}
