import './my-block-page.css'
import { useEffect, useState } from 'react'
import { refreshWhileVisible } from '#kernel/browser/refresh-while-visible.ts'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button, buttonStyle } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { readBlock } from '../endpoints.ts'
import type { BlockState } from '../kinds/block-state.ts'
import { BlockFace } from '../kinds/block-face.tsx'
import { isEmpty } from '../kinds/view.ts'
import { PaywallFace } from '../kinds/paywall-face.tsx'
import { ClosedCard } from './closed-card.tsx'
import type { BlockPageData } from './data-types.ts'
import { language, texts } from './texts/spoken.ts'

export { language }
export const sample = () => import('./sample.ts')

/** `/embed/my-block?id=…`: a creator's own block, or why it is locked. */
export default function MyBlockPage({ data, embed }: EmbedPageProps<BlockPageData>) {
  const { block, problem } = useBlock(data, embed)

  if (data.error || !block || !data.tenant)
    return <Failed text={texts.errors[data.error ?? 'unexpected']} isPage />
  return (
    <section aria-live={canChange(block) ? 'polite' : undefined}>
      {problem ? <Failed text={problem} /> : null}
      <Block block={block} data={data} embed={embed} />
    </section>
  )
}

/**
 * The block as this visitor may see it now. A block that can close is read again while it is visible, and when the
 * visitor signs in or out: a refund, an ended subscription or a lost role closes it, and a purchase opens it.
 */
function useBlock(data: BlockPageData, embed: EmbedApi | undefined) {
  const [block, setBlock] = useState(data.block)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    const before = data.block
    if (!embed || !before || !canChange(before)) return undefined
    const { session, arrival } = embed
    let newest = 0
    const read = async (isQuiet: boolean) => {
      const mine = ++newest
      if (!isQuiet) setProblem('')
      // The page has what visitors get; what opens or closes for them by the clock is read again.
      if (!session.user && !isQuiet) return setBlock(before)
      try {
        const now = await embed.call(readBlock, { id: before.id })
        if (mine !== newest) return
        setProblem('')
        setBlock(now)
      } catch (why) {
        if (mine !== newest) return
        // It was deleted in the meantime.
        if (why instanceof CallError && why.status === 404) return setBlock({ state: 'missing' })
        // A lost connection keeps what is shown; a block that could not be opened says so.
        if (!isQuiet) setProblem(refusalWords(why, texts.errors))
      }
    }
    void arrival.then(() => read(false))
    const stops = [
      session.subscribe(() => void read(false)),
      refreshWhileVisible(document.documentElement, () => void read(true)),
    ]
    return () => {
      newest = -1
      for (const stop of stops) stop()
    }
  }, [embed, data.block])

  return { block, problem }
}

/** Whether the block can open or close while it is shown. */
const canChange = (block: BlockState): block is Extract<BlockState, { id: string }> =>
  block.state === 'sign_in' || block.state === 'audience' || (block.state === 'open' && block.closes)

interface BlockProps {
  block: BlockState
  data: BlockPageData
  embed: EmbedApi | undefined
}

function Block({ block, data, embed }: BlockProps) {
  switch (block.state) {
    case 'open':
      return (
        // Uses the direction of the block's own text, which may differ from that of the page.
        <article className="my-block" data-kind={block.view.kind} dir="auto">
          <h1>{block.title}</h1>
          {isEmpty(block.view) ? <p>{texts.empty}</p> : <BlockFace view={block.view} />}
        </article>
      )
    case 'sign_in':
    case 'audience':
      return <ClosedCard block={block} publicKey={data.tenant!.public_key} embed={embed} />
    case 'plan':
      return (
        <PaywallFace
          level={1}
          title={block.title}
          plan={block.plan}
          words={texts.paywall}
          action={
            <a
              {...buttonStyle({ variant: 'primary' })}
              href={`${data.apiUrl}/bolt/pricing`}
              target="_blank"
              rel="noopener"
            >
              {texts.paywall.button}
            </a>
          }
        />
      )
    default:
      return <Note tone="danger">{texts.errors.missing}</Note>
  }
}

function Failed({ text, isPage }: { text: string; isPage?: boolean }) {
  const again = (
    <Button size="small" onClick={() => location.reload()}>
      {texts.tryAgain}
    </Button>
  )
  return (
    <Note tone="danger" title={isPage && text} isPage={isPage} role="alert" action={again}>
      {isPage ? null : text}
    </Note>
  )
}
