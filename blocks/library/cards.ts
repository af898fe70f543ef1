import { createHash } from 'node:crypto'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { LibraryCard, Progress } from './endpoints.ts'
import { signCover } from './media-tokens.ts'

/** Columns of a card; `b` is the body, which row-level security returns only to those who may open the item. */
export const CARD = `i.id, i.slug, i.kind, i.title, i.summary, i.tags, i.cover,
  to_json(i.published_at) #>> '{}' as published_at, b.item_id is not null as is_open, progress.of as progress`
/** Visitors have no right on progress, so it is read only for members. */
export const withProgress = ({ role }: Claims) =>
  role === 'end_user'
    ? `left join lateral (select jsonb_build_object('position', p.position_seconds, 'finished', p.finished_at is not null) as of
        from public.library_progress p where p.tenant_id = i.tenant_id and p.auth_user_id = auth.uid() and p.item_id = i.id) progress on true`
    : 'cross join (select null::jsonb as of) progress'

export type CardRow = Omit<LibraryCard, 'cover' | 'progress'> & {
  cover: string | null
  progress: Progress | null
}

export function cardOf(
  kernel: Kernel,
  { tenant }: Claims,
  { cover, progress, ...card }: CardRow,
): LibraryCard {
  return {
    ...card,
    ...(cover && { cover: signCover(kernel.config, { tenant: tenant!, item: card.id, path: cover }) }),
    ...(progress && { progress }),
  }
}

/** Prepared statements are named by their text, which differs between visitors and members. */
export const named = (text: string) => ({
  name: `library ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
  text,
})
