import type { LibraryCard } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

/** Items as rows: cover, title, summary and whether they are open. */
export function ItemList({
  items,
  onOpen,
}: {
  items: readonly LibraryCard[]
  onOpen: (item: string) => void
}) {
  return (
    <ul className="lib-items">
      {items.map(({ id, kind, title, summary, cover, is_open: isOpen, progress }) => (
        <li key={id}>
          {cover ? <img src={cover} alt="" loading="lazy" /> : null}
          <div>
            <h2>
              <button type="button" onClick={() => onOpen(id)}>
                <bdi>{title}</bdi>
              </button>
            </h2>
            {summary ? <p className="lib-quiet">{summary}</p> : null}
            <p className="lib-quiet">
              {texts.kinds[kind]}
              {isOpen ? '' : ` · ${texts.locked}`}
              {progress?.finished ? ` · ${texts.finished}` : ''}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
