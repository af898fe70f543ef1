import './library-page.css'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { LibraryPageData } from './data-types.ts'
import { ItemView } from './item-view.tsx'
import { texts } from './texts/spoken.ts'
import { useLibrary } from './use-library.ts'
import { openBlock } from './way-in.tsx'

export { language } from './texts/spoken.ts'
export const sample = async () => {
  const { gateSample } = await import('./sample.ts')
  return { sample: gateSample }
}

/**
 * `/embed/gate`: a part of the host's own page (`data-bb-gate`). To those who may open the item it is the body alone, which comes from the
 * server only then; to others the teaser and how to get access.
 */
export default function GatePage({ data, embed }: EmbedPageProps<LibraryPageData>) {
  const library = useLibrary(data, embed)
  if (data.error || !data.tenant)
    return <Note tone="danger" title={texts.errors[data.error ?? 'unexpected']} isPage role="alert" />
  const { item, failed, signedIn } = library
  const problem = failed ? <p role="alert">{texts.errors.load_failed}</p> : null
  if (item === undefined) return problem ?? <p className="lib-quiet">{texts.loading}</p>
  return item ? (
    <>
      <ItemView
        key={item.id}
        item={item}
        data={data}
        embed={embed}
        signedIn={signedIn}
        isGate
        onOpen={(id) => void library.open(id)}
        onBack={data.item && item.id !== data.item.id ? () => void library.open(data.named!) : undefined}
        reload={library.reload}
        onBuy={() => library.awaitPurchase()}
      />
      {problem}
    </>
  ) : (
    <Note
      tone="info"
      title={texts.missing}
      action={
        signedIn ? null : (
          <Button size="small" onClick={() => openBlock('auth', data, embed)}>
            {texts.closed.signIn}
          </Button>
        )
      }
    >
      {texts.missingText}
    </Note>
  )
}
