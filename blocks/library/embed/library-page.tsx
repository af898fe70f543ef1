import './library-page.css'
import type { FormEvent } from 'react'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import type { LibraryPageData } from './data-types.ts'
import { ItemList } from './item-list.tsx'
import { ItemView } from './item-view.tsx'
import { texts } from './texts/spoken.ts'
import { useLibrary } from './use-library.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/library`: the items of a tenant with a search, or the item or course that the tag names. */
export default function LibraryPage({ data, embed }: EmbedPageProps<LibraryPageData>) {
  const library = useLibrary(data, embed)
  if (data.error || !data.tenant)
    return <Note tone="danger" title={texts.errors[data.error ?? 'unexpected']} isPage role="alert" />
  const { item, list, failed } = library
  const problem = failed ? <p role="alert">{texts.errors.load_failed}</p> : null
  if (library.isItem)
    return item === null ? (
      <section className="lib">
        <h1>{texts.missing}</h1>
        <p className="lib-quiet">{texts.missingText}</p>
        {data.named === undefined ? (
          <Button size="small" onClick={() => void library.back()}>
            {texts.back}
          </Button>
        ) : null}
      </section>
    ) : item ? (
      <>
        <ItemView
          key={item.id}
          item={item}
          data={data}
          embed={embed}
          signedIn={library.signedIn}
          reload={library.reload}
          onBuy={() => library.awaitPurchase()}
          onOpen={(id) => void library.open(id)}
          onBack={backOf(item.id)}
        />
        {problem}
      </>
    ) : (
      (problem ?? <p className="lib-quiet">{texts.loading}</p>)
    )

  /** Back from a lesson to the item that the tag names, or to the list. */
  function backOf(id: string): (() => void) | undefined {
    if (data.named === undefined) return () => void library.back()
    if (id === data.item?.id || id === data.named) return undefined
    return () => void library.open(data.named!)
  }

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    const q = typeof typed === 'string' ? typed.trim() : ''
    void library.search(q ? { q } : {})
  }

  return (
    <section className="lib">
      <h1>{texts.title}</h1>
      <search>
        <form className="lib-search" method="get" onSubmit={search}>
          <Input
            name="q"
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            maxLength={200}
          />
          <Button type="submit">{texts.find}</Button>
        </form>
      </search>
      {(data.tags?.length ?? 0) > 1 ? (
        <p className="lib-tags">
          {data.tags!.slice(0, 12).map((tag) => (
            <Button key={tag} size="small" onClick={() => void library.search({ tag })}>
              <bdi>{tag}</bdi>
            </Button>
          ))}
        </p>
      ) : null}
      <div aria-live="polite">
        {list.items.length ? (
          <ItemList items={list.items} onOpen={(id) => void library.open(id)} />
        ) : (
          <p className="lib-quiet">{texts.empty}</p>
        )}
      </div>
      {list.next ? <Button onClick={() => void library.more()}>{texts.more}</Button> : null}
      {problem}
    </section>
  )
}
