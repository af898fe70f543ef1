import { day } from '#kernel/browser/local.ts'
import type { CourseModule, Lesson } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

/** The modules of a course with their lessons. All can be opened: a closed one shows its teaser and how to get access. */
export function CourseOutline({
  modules,
  onOpen,
}: {
  modules: CourseModule[]
  onOpen: (item: string) => void
}) {
  const lessons = modules.flatMap((module) => module.lessons)
  const done = lessons.filter(({ finished }) => finished).length
  return (
    <section className="lib-outline">
      {done > 0 ? <p className="lib-quiet">{texts.progress(done, lessons.length)}</p> : null}
      {modules.map(({ id, title, lessons: own }) => (
        <section key={id}>
          <h2>
            <bdi>{title}</bdi>
          </h2>
          <ol>
            {own.map((lesson) => (
              <li key={lesson.id} data-state={lesson.finished ? 'finished' : lesson.state}>
                <button type="button" onClick={() => onOpen(lesson.id)}>
                  <bdi>{lesson.title}</bdi>
                </button>
                <span className="lib-quiet">{stateText(lesson)}</span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}

function stateText({ finished, state, opens_at: opensAt, kind }: Lesson): string {
  if (finished) return texts.finished
  if (state === 'locked') return opensAt ? texts.closed.opens(day(opensAt)) : texts.closed.afterStart
  return state === 'closed' ? texts.locked : texts.kinds[kind]
}
