import { ChevronDown } from 'lucide-react'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { basePalette } from '#kernel/browser/theme/base-palettes.ts'
import { OWN_COLOURS, type OwnColour, type TenantTheme } from '#kernel/browser/theme/theme.ts'
import { ColourField } from './colour-field.tsx'
import { withColour } from './theme-change.ts'

const NAMES: Record<OwnColour, string> = {
  accent: 'Accent',
  surface: 'Surface',
  text: 'Text',
  line: 'Lines',
}

export interface OwnColoursProps {
  mode: ThemeMode
  theme: TenantTheme
  onChange: (theme: TenantTheme, of: string) => void
}

/** Colors for only light or only dark pages. All others are derived from them. Open if some are set. */
export function OwnColours({ mode, theme, onChange }: OwnColoursProps) {
  const count = Object.keys(theme[mode] ?? {}).length
  const base = basePalette(theme.variant, mode)
  return (
    <details className="group rounded-control border border-line" open={count > 0}>
      <summary className="flex min-h-10 cursor-pointer list-none items-center justify-between gap-3 rounded-control px-3.5 text-small font-label hover:bg-hover [&::-webkit-details-marker]:hidden">
        Colors on {mode} pages
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className="shrink-0 text-text-3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="grid grid-cols-2 gap-4 px-3.5 pt-1 pb-3.5 max-sm:grid-cols-1">
        {OWN_COLOURS.map((name) => (
          <ColourField
            key={name}
            label={`${NAMES[name]}, ${mode}`}
            value={theme[mode]?.[name]}
            usual={name === 'accent' ? (theme.accent ?? base.accent) : base[name]}
            onChange={(colour) => onChange(withColour(theme, mode, name, colour), `${mode} ${name}`)}
          />
        ))}
      </div>
    </details>
  )
}
