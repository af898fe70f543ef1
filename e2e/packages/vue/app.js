import { createSSRApp, h, ref } from 'vue'
import { BbBlock, boltBlocks, useBlocksEvent, useUser } from '@bolt-blocks/vue'

/** The same shop in Vue. */
export function makeApp({ host, tenant }) {
  const Shop = {
    setup() {
      const open = ref(true)
      const log = ref([])
      const user = useUser()
      const record = (text) => log.value.push(text)
      useBlocksEvent('ready', ({ block }) => record(`page:${block}`))
      return () => [
        h(
          'button',
          { id: 'toggle', onClick: () => (open.value = !open.value) },
          open.value ? 'Hide' : 'Show',
        ),
        open.value
          ? h(BbBlock, { block: 'pay', class: 'shop', onReady: ({ block }) => record(`own:${block}`) })
          : null,
        h(BbBlock, { block: 'auth', onSignedIn: () => record('signed-in') }),
        h('p', { id: 'who' }, [user.value.status, user.value.user?.email].filter(Boolean).join(' ')),
        h('output', { id: 'log' }, log.value.join(' ')),
      ]
    },
  }
  return createSSRApp(Shop).use(boltBlocks, { host, tenant, theme: 'retro', timeout: 10_000 })
}
