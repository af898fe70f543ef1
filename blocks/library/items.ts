import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { libraryErrors } from './errors.ts'
import { mayHaveCertificate, ownCertificate } from './own-certificate.ts'
import { CARD, cardOf, named, withProgress } from './cards.ts'
import type { CardRow } from './cards.ts'
import type { LibraryItem, LibraryWay } from './endpoints.ts'
import { outlineOf } from './outline.ts'
import type { StaffBody } from './endpoints-studio.ts'
import { shownBody } from './shown-body.ts'

/** Names an item by its id; every other text is a slug, so that a slug in this form names nothing else. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function certificateOf(kernel: Kernel, claims: Claims, course: string) {
  const certificate = await ownCertificate(kernel, claims, course)
  return certificate && { certificate }
}

type ItemRow = CardRow & {
  teaser: string | null
  body: StaffBody | null
  ways: LibraryWay[] | null
  lesson: { opens_at: string | null } | null
  can_start: boolean
}

/**
 * An item as the caller may see it: every table is read under the caller's own rights.
 * @param item slug or id
 * @throws {AppError} item_not_found
 */
export async function readLibraryItem(
  kernel: Kernel,
  claims: Claims,
  { item }: { item: string },
): Promise<LibraryItem> {
  const { rows } = await kernel.database.once<ItemRow>(claims, {
    ...named(`select ${CARD}, i.teaser, b.body,
        case when b.item_id is null then app.library_ways(i.id) end as ways,
        (select jsonb_build_object('opens_at', nullif(to_json(min(l.opens_at)) #>> '{}', 'infinity')) from app.my_lessons() l
          where l.item_id = i.id and l.opens_at > now() having count(*) > 0) as lesson,
        i.kind = 'course' and i.counts_from = 'start' and b.item_id is not null and progress.of is null as can_start
      from public.library_items i
      left join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
      ${withProgress(claims)}
      where i.tenant_id = $1 and ${UUID.test(item) ? 'i.id = $2::uuid' : 'i.slug = $2'}`),
    values: [claims.tenant, item],
    readOnly: true,
  })
  const [row] = rows
  if (!row) throw libraryErrors.item_not_found()
  const { teaser, body, ways, lesson, can_start, ...card } = row
  return {
    ...cardOf(kernel, claims, card),
    teaser,
    ...(card.is_open ? { body: shownBody(body ?? {}) } : { ways: ways ?? [] }),
    ...(!card.is_open && lesson && { is_locked: true as const }),
    ...(!card.is_open && lesson?.opens_at && { opens_at: lesson.opens_at }),
    ...(card.kind === 'course' && { modules: await outlineOf(kernel, claims, card.id), can_start }),
    ...(mayHaveCertificate(claims, card) && (await certificateOf(kernel, claims, card.id))),
  }
}
