import { cursorOf, readCursor } from '#kernel/page-cursor.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { LibraryCard, LibraryPage, LibraryQuery } from './endpoints.ts'
import { CARD, cardOf, named, withProgress } from './cards.ts'
import type { CardRow } from './cards.ts'

const PER_PAGE = 20

/**
 * A page of items, newest first. The search reads titles and texts under the caller's rights: words of a text that is closed to them find nothing.
 * @throws {AppError} bad_cursor
 */
export async function listLibrary(kernel: Kernel, claims: Claims, query: LibraryQuery): Promise<LibraryPage> {
  const end = query.after === undefined ? undefined : readCursor(query.after)
  const { rows } = await kernel.database.once<CardRow>(claims, {
    ...named(`select ${CARD}
      from public.library_items i
      left join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
      ${withProgress(claims)}
      where i.tenant_id = $1
        and case when $2::text is null then i.is_listed
          else i.search @@ websearch_to_tsquery('simple', $2) or b.search @@ websearch_to_tsquery('simple', $2) end
        and ($3::text is null or i.tags @> array[$3]) and ($4::text is null or i.kind = $4)
        and ($5::timestamptz is null or (i.published_at, i.id) < ($5, $6::uuid))
      order by i.published_at desc, i.id desc limit ${PER_PAGE + 1}`),
    values: [
      claims.tenant,
      query.q || null,
      query.tag ?? null,
      query.kind ?? null,
      end?.created_at ?? null,
      end?.id ?? null,
    ],
    readOnly: true,
  })
  const shown = rows.slice(0, PER_PAGE)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => cardOf(kernel, claims, row)),
    ...(rows.length > PER_PAGE && last && { next: cursorOf({ created_at: last.published_at, id: last.id }) }),
  }
}

/** Tags of the listed items that the caller sees, most used first. */
export async function listTags({ database }: Kernel, claims: Claims): Promise<{ tags: string[] }> {
  const { rows } = await database.once<{ tag: string }>(claims, {
    name: 'library tags',
    text: `select t.tag from public.library_items i cross join unnest(i.tags) as t (tag)
      where i.tenant_id = $1 and i.is_listed group by t.tag order by count(*) desc, t.tag limit 50`,
    values: [claims.tenant],
    readOnly: true,
  })
  return { tags: rows.map(({ tag }) => tag) }
}

type CourseRow = CardRow & { lessons: number; lessons_finished: number }

/** Courses that the member started, and may still see, the last one first. */
export async function myCourses(
  kernel: Kernel,
  claims: Claims,
): Promise<{ courses: (LibraryCard & { lessons: number; lessons_finished: number })[] }> {
  const { rows } = await kernel.database.once<CourseRow>(claims, {
    name: 'library courses',
    text: `select ${CARD}, counted.lessons, counted.lessons_finished
      from public.library_progress own
      join public.library_items i on i.tenant_id = own.tenant_id and i.id = own.item_id and i.kind = 'course'
      left join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
      ${withProgress(claims)}
      cross join lateral (select count(*)::integer as lessons, count(d.finished_at)::integer as lessons_finished
        from public.library_lessons l left join public.library_progress d
          on d.tenant_id = l.tenant_id and d.auth_user_id = auth.uid() and d.item_id = l.item_id
        where l.tenant_id = i.tenant_id and l.course_id = i.id) counted
      where own.tenant_id = $1 and own.auth_user_id = auth.uid()
      order by own.updated_at desc limit 100`,
    values: [claims.tenant],
    readOnly: true,
  })
  return {
    courses: rows.map(({ lessons, lessons_finished, ...row }) => ({
      ...cardOf(kernel, claims, row),
      lessons,
      lessons_finished,
    })),
  }
}
