import type { SnippetTenant } from '#kernel/browser/snippet.ts'
import { AUTO_THEME } from '#kernel/browser/theme-variants.ts'
import { Segments } from '#ui/base/segments.tsx'

/** Attributes of printed tags that a creator chooses for one page. */
export type TagChoices = Pick<SnippetTenant, 'theme' | 'heading'>

const THEMES = [
  { value: '', label: 'Your theme' },
  { value: AUTO_THEME, label: 'Match the page' },
] as const

const HEADINGS = [
  { value: '', label: 'Show' },
  { value: 'none', label: 'Hide' },
] as const

export interface TagChoiceFieldsProps {
  choices: TagChoices
  onChange: (choices: TagChoices) => void
  /** Whether a block in the tags has a heading of its own. */
  hasHeading: boolean
}

/** How the blocks of a tag fit into the page around them. */
export function TagChoiceFields({ choices, onChange, hasHeading }: TagChoiceFieldsProps) {
  const { theme = '', heading = '' } = choices
  const change = (next: { theme: string; heading: string }) =>
    onChange({
      ...(next.theme ? { theme: next.theme } : {}),
      ...(next.heading ? { heading: 'none' } : {}),
    })
  return (
    <div className="mb-3 flex flex-wrap gap-x-6 gap-y-3">
      <div>
        <p aria-hidden="true" className="mb-1.5 text-small font-label">
          Theme
        </p>
        <Segments
          label="Theme"
          value={theme}
          options={THEMES}
          onChange={(value) => change({ theme: value, heading })}
        />
      </div>
      {hasHeading ? (
        <div>
          <p aria-hidden="true" className="mb-1.5 text-small font-label">
            Products heading
          </p>
          <Segments
            label="Products heading"
            value={heading}
            options={HEADINGS}
            onChange={(value) => change({ theme, heading: value })}
          />
        </div>
      ) : null}
      {theme === AUTO_THEME ? (
        <p className="w-full text-small text-text-2">
          The blocks take font, accent and corners from your page. Colors that are hard to read are adjusted.
        </p>
      ) : null}
    </div>
  )
}
