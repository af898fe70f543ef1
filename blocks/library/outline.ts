import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { named } from './cards.ts'
import type { CourseModule, Lesson } from './endpoints.ts'

interface Row {
  module_id: string
  module_title: string
  lesson: Lesson | null
}

/** Modules of a course with the lessons whose titles the caller may see, in order. */
export async function outlineOf(
  { database }: Kernel,
  claims: Claims,
  course: string,
): Promise<CourseModule[]> {
  const finished =
    claims.role === 'end_user'
      ? `exists (select from public.library_progress p where p.tenant_id = i.tenant_id and p.auth_user_id = auth.uid()
          and p.item_id = i.id and p.finished_at is not null)`
      : 'false'
  const { rows } = await database.once<Row>(claims, {
    ...named(`select m.id as module_id, m.title as module_title,
        case when i.id is not null then jsonb_strip_nulls(jsonb_build_object('id', i.id, 'slug', i.slug, 'kind', i.kind, 'title', i.title,
          'finished', ${finished},
          'state', case when b.item_id is not null then 'open' when mine.item_id is not null then 'locked' else 'closed' end,
          'opens_at', case when b.item_id is null and isfinite(mine.opens_at) then mine.opens_at end)) end as lesson
      from public.library_modules m
      left join public.library_lessons l on l.tenant_id = m.tenant_id and l.course_id = m.course_id and l.module_id = m.id
      left join public.library_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
      left join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
      left join app.my_lessons() mine on mine.course_id = m.course_id and mine.item_id = i.id
      where m.tenant_id = $1 and m.course_id = $2
      order by m.position, m.id, l.position, l.item_id`),
    values: [claims.tenant, course],
    readOnly: true,
  })
  const modules = new Map<string, CourseModule>()
  for (const { module_id: id, module_title: title, lesson } of rows) {
    const module = modules.get(id) ?? { id, title, lessons: [] }
    modules.set(id, module)
    if (lesson) module.lessons.push(lesson)
  }
  return [...modules.values()]
}
