// What a compiler must take and refuse, with the packed types; never run.
import { loadBlocks, on, token, user } from '@bolt-blocks/js'
import { BlocksProvider, MyBlock, PayBlock, useBlocksEvent, useUser } from '@bolt-blocks/react'
import { BbBlock, boltBlocks, useUser as useVueUser } from '@bolt-blocks/vue'

export async function calls(): Promise<string | null> {
  await loadBlocks({ host: 'https://blocks.example', tenant: 'pk_1' })
  // @ts-expect-error -- a host is needed
  void loadBlocks({ tenant: 'pk_1' })
  on('purchase', ({ item, amount, currency }) => console.log(item.length, amount.toFixed(0), currency))
  // @ts-expect-error -- there is no such event
  on('bought', () => {})
  // @ts-expect-error -- the amount is a number
  on('purchase', ({ amount }) => amount.length)
  document.addEventListener('bb:error', ({ detail }) => detail.code.length)
  // @ts-expect-error -- nobody may be signed in
  void (await user()).email
  return token()
}

export function Shop() {
  const { status, user: who } = useUser()
  useBlocksEvent('signed-out', ({ block }) => block.length)
  return (
    <BlocksProvider host="https://blocks.example" tenant="pk_1" locale="de">
      <PayBlock theme="zen" className="shop" onPurchase={({ amount }) => amount + 1} />
      {/* @ts-expect-error -- a look that there is not */}
      <PayBlock theme="neon" />
      {/* @ts-expect-error -- one's own block is named by its id */}
      <MyBlock />
      {status === 'signed-in' ? who?.name : null}
    </BlocksProvider>
  )
}

export const vue = [BbBlock, boltBlocks, () => useVueUser().value.user?.email]
