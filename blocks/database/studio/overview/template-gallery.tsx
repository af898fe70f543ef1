import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { TEMPLATES } from '../templates/templates.ts'
import { TemplateIcon } from './template-icons.tsx'

/** What a tenant without tables can start with. */
export function TemplateGallery({ onChoose }: { onChoose: (template?: string) => void }) {
  return (
    <section aria-labelledby="templates-title">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="templates-title" className="text-subheading">
            Start your first table
          </h2>
          <p className="mt-1 max-w-[64ch] text-text-2">
            A table stores what your visitors send and what your site shows. A template makes the table with
            its form and list, and gives you the tags to paste. You can change everything later.
          </p>
        </div>
        <Button onClick={() => onChoose()}>Start with an empty table</Button>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-4">
        {TEMPLATES.map(({ id, name, text }) => (
          <li key={id}>
            <Card className="relative flex h-full gap-3 p-5 hover:bg-hover">
              <TemplateIcon id={id} size={22} />
              <div className="min-w-0">
                <h3 className="text-subheading">
                  <button
                    type="button"
                    className="text-left after:absolute after:inset-0"
                    onClick={() => onChoose(id)}
                  >
                    {name}
                  </button>
                </h3>
                <p className="mt-1 text-small text-text-2">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
