// Code that the compiler must accept or reject with the packed types. It never runs.
import { loadBlocks, on, token, user } from '@bolt-blocks/js'
import { BlocksProvider, MyBlock, PayBlock, useBlocksEvent, useUser } from '@bolt-blocks/react'
import { BbBlock, boltBlocks, useUser as useVueUser } from '@bolt-blocks/vue'

export async function calls(): Promise<string | null> {
  await loadBlocks({ host: 'https://blocks.example', tenant: 'pk_1' })
  // @ts-expect-error -- the host is required
  void loadBlocks({ tenant: 'pk_1' })
  on('purchase', ({ item, amount, currency }) => console.log(item.length, amount.toFixed(0), currency))
  // @ts-expect-error -- the event does not exist
  on('bought', () => {})
  // @ts-expect-error -- the amount is a number
  on('purchase', ({ amount }) => amount.length)
  document.addEventListener('bb:error', ({ detail }) => detail.code.length)
  // @ts-expect-error -- the user may be null when no one is signed in
  void (await user()).email
  return token()
}

export function Shop() {
  const { status, user: who } = useUser()
  useBlocksEvent('signed-out', ({ block }) => block.length)
  return (
    <BlocksProvider host="https://blocks.example" tenant="pk_1" locale="de">
      <PayBlock theme="zen" className="shop" onPurchase={({ amount }) => amount + 1} />
      {/* @ts-expect-error -- the theme does not exist */}
      <PayBlock theme="neon" />
      {/* @ts-expect-error -- a custom block requires its id */}
      <MyBlock />
      {status === 'signed-in' ? who?.name : null}
    </BlocksProvider>
  )
}

export const vue = [BbBlock, boltBlocks, () => useVueUser().value.user?.email]
