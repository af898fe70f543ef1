import { KindIcon } from '../fields/kind-icon.tsx'
import { KIND_NAMES } from '../fields/kind-names.ts'
import { rightsSentence } from '../access/rights-sentence.ts'
import { ValueCell } from '../rows/value-cell.tsx'
import type { TableTemplate } from '../templates/template.ts'

const NO_NAMES = { products: [] }

/** What a template makes: its fields with an example, its form and list, and its rights. */
export function TemplatePreview({ template }: { template: TableTemplate }) {
  const { fields, rights, approval, rows, form, list } = template
  const [row] = rows
  return (
    <section aria-label={`Preview: ${template.name}`}>
      <h3 className="text-subheading">{template.name}</h3>
      <p className="mt-1 text-small text-text-2">{template.text}</p>
      <dl className="mt-4 divide-y divide-line border-y border-line">
        {fields.map((field) => (
          <div
            key={field.name}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] items-center gap-3 py-2"
          >
            <dt className="flex min-w-0 items-center gap-2 text-small">
              <KindIcon kind={field.kind} />
              <span className="truncate" title={KIND_NAMES[field.kind]}>
                {field.title}
              </span>
            </dt>
            <dd className="min-w-0 truncate text-small text-text-2">
              <ValueCell field={{ ...field, id: field.name }} value={row?.[field.name]} />
            </dd>
          </div>
        ))}
      </dl>
      <h4 className="mt-4 text-small font-label">On your site</h4>
      <p className="mt-0.5 text-small text-text-2">
        {list
          ? `A form, “${form.title}”, and a list, “${list.title}”. You get a tag for each.`
          : `A form, “${form.title}”. You get its tag.`}
      </p>
      <h4 className="mt-4 text-small font-label">Access</h4>
      <p className="mt-0.5 text-small text-text-2">{rightsSentence({ rules: rights, approval }, NO_NAMES)}</p>
    </section>
  )
}
