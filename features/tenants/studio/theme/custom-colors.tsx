import { ChevronDown } from 'lucide-react'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import { basePalette } from '#kernel/browser/theme/base-palettes.ts'
import { CUSTOM_COLORS, type CustomColor, type TenantTheme } from '#kernel/browser/theme/theme.ts'
import { ColorField } from './color-field.tsx'
import { withColor } from './theme-change.ts'

const NAMES: Record<CustomColor, string> = {
  accent: 'Accent',
  surface: 'Surface',
  text: 'Text',
  line: 'Lines',
}

export interface CustomColorsProps {
  mode: ThemeMode
  theme: TenantTheme
  onChange: (theme: TenantTheme, of: string) => void
}

/** Colors for only light or only dark pages. All others are derived from them. Open if some are set. */
export function CustomColors({ mode, theme, onChange }: CustomColorsProps) {
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
        {CUSTOM_COLORS.map((name) => (
          <ColorField
            key={name}
            label={`${NAMES[name]}, ${mode}`}
            value={theme[mode]?.[name]}
            usual={name === 'accent' ? (theme.accent ?? base.accent) : base[name]}
            onChange={(color) => onChange(withColor(theme, mode, name, color), `${mode} ${name}`)}
          />
        ))}
      </div>
    </details>
  )
}
