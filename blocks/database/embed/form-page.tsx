import './form-page.css'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Note } from '#ui/base/note.tsx'
import type { FormPageData } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'
export const sample = () => import('./sample.ts')

/** `/embed/form`: a form that fills a row of one of the tenant's own tables. */
export default function FormPage({ data }: EmbedPageProps<FormPageData>) {
  const { form } = data
  if (data.error || !data.tenant || !form)
    return (
      <Note tone="danger" role="alert">
        {texts.errors[data.error ?? 'no_form']}
      </Note>
    )
  const fields = new Map(form.fields.map((field) => [field.id, field]))
  const questions = form.design.pages.flatMap(({ sections }) => sections.flatMap((one) => one.questions))
  return (
    <section className="form">
      <h1>{form.title}</h1>
      {form.text ? <p className="form-lead">{form.text}</p> : null}
      <form className="form-questions" method="post" onSubmit={(event) => event.preventDefault()}>
        {questions.map(({ field: id, label, help }) => {
          const { title, kind } = fields.get(id)!
          return (
            <Field key={id} label={label ?? title} hint={help}>
              {(control) =>
                kind === 'long_text' ? <Textarea {...control} rows={3} /> : <Input {...control} />
              }
            </Field>
          )
        })}
        <Button type="submit" variant="primary">
          {form.button ?? texts.send}
        </Button>
      </form>
    </section>
  )
}
