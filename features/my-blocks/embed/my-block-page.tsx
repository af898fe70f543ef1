import './my-block-page.css'
import { useEffect, useState } from 'react'
import { CallError, refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi, EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button, buttonStyle } from '#ui/base/button.tsx'
import { LockedCard } from '#ui/base/faces/locked-card.tsx'
import { Note } from '#ui/base/note.tsx'
import { openBlock } from '../endpoints.ts'
import { BlockFace } from '../kinds/block-face.tsx'
import { isEmpty } from '../kinds/view.ts'
import { PaywallFace } from '../kinds/paywall-face.tsx'
import type { BlockPageData, BlockState } from './data-types.ts'
import { language, texts } from './texts/spoken.ts'

export { language }
export const sample = () => import('./sample.ts')

/** `/embed/my-block?id=…`: a creator's own block, or why it is locked. */
export default function MyBlockPage({ data, embed }: EmbedPageProps<BlockPageData>) {
  const { block, problem } = useBlock(data, embed)

  if (data.error || !block || !data.tenant)
    return <Failed text={texts.errors[data.error ?? 'unexpected']} isPage />
  return (
    <section aria-live={data.block?.state === 'sign_in' ? 'polite' : undefined}>
      {problem ? <Failed text={problem} /> : null}
      <Block block={block} data={data} embed={embed} />
    </section>
  )
}

/**
 * The block as this visitor may see it. Content for members is requested after they sign in, and removed when
 * they sign out.
 */
function useBlock(data: BlockPageData, embed: EmbedApi | undefined) {
  const [block, setBlock] = useState(data.block)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    const before = data.block
    if (!embed || before?.state !== 'sign_in') return undefined
    const { session, arrival } = embed
    let current = true
    const look = async () => {
      setProblem('')
      if (!session.user) return setBlock(before)
      try {
        const opened = await embed.call(openBlock, { id: before.id })
        if (current && session.user) setBlock({ state: 'open', ...opened })
      } catch (why) {
        // The block was deleted or locked in the meantime; reloading the document shows which.
        if (why instanceof CallError && (why.status === 404 || why.status === 402)) location.reload()
        else if (current) setProblem(refusalWords(why, texts.errors))
      }
    }
    void arrival.then(look)
    const stop = session.subscribe(() => void look())
    return () => {
      current = false
      stop()
    }
  }, [embed, data.block])

  return { block, problem }
}

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
      return (
        <LockedCard
          level={1}
          title={texts.signIn.title(block.title)}
          action={
            <Button variant="primary" onClick={() => signIn(data, embed!)}>
              {texts.signIn.button}
            </Button>
          }
        >
          {texts.signIn.text}
        </LockedCard>
      )
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

/**
 * In a frame, the host page opens the sign-in block as a dialog; a standalone page opens it in a new window.
 */
function signIn({ tenant }: BlockPageData, embed: EmbedApi): void {
  if (parent !== window) embed.tell({ type: 'open', block: 'auth' })
  else open(`/embed/auth?${new URLSearchParams({ tenant: tenant!.public_key })}`, '_blank')
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
