import { basePalette } from '#kernel/browser/theme/base-palettes.ts'
import { MAX_RADIUS, THEME_MODES, type TenantTheme } from '#kernel/browser/theme/theme.ts'
import { Field } from '#ui/base/field.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ThemePicker } from '#ui/theme/theme-picker.tsx'
import { ColorField } from './color-field.tsx'
import { FontField } from './font-field.tsx'
import { withColor } from './theme-change.ts'

export interface LookFieldsProps {
  theme: TenantTheme
  /** @param of names a field; its successive changes are one undo step */
  onChange: (theme: TenantTheme, of?: string) => void
}

const MODES = THEME_MODES.map((value) => ({
  value,
  label: { auto: 'Auto', light: 'Light', dark: 'Dark' }[value],
}))

const CORNERS: [radius: number, name: string][] = [
  [0, 'Square'],
  [4, 'Slight'],
  [8, 'Soft'],
  [14, 'Round'],
  [MAX_RADIUS, 'Pill'],
]

/** Variant, light or dark, accent, corners and font. */
export function LookFields({ theme, onChange }: LookFieldsProps) {
  const { radius } = theme
  const isPreset = radius === undefined || CORNERS.some(([one]) => one === radius)
  return (
    <div className="flex flex-col gap-5">
      <ThemePicker value={theme.variant} onChange={(variant) => onChange({ ...theme, variant })} />
      <div className="flex flex-col gap-1.5">
        <span className="text-small font-label" aria-hidden="true">
          Light or dark
        </span>
        <Segments
          label="Light or dark"
          wide
          value={theme.mode ?? 'auto'}
          options={MODES}
          onChange={(mode) => onChange({ ...theme, mode })}
        />
        <p className="text-caption text-text-3">Auto matches the page around it.</p>
      </div>
      <ColorField
        label="Accent color"
        value={theme.accent}
        usual={basePalette(theme.variant, 'light').accent}
        onChange={(color) => onChange(withColor(theme, 'all', 'accent', color), 'accent')}
      />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label="Corners">
          {(control) => (
            <Select
              {...control}
              value={radius === undefined ? '' : String(radius)}
              options={[
                { value: '', label: "The theme's own" },
                ...CORNERS.map(([value, name]) => ({ value: String(value), label: name })),
                ...(isPreset ? [] : [{ value: String(radius), label: `${radius} px` }]),
              ]}
              onChange={({ currentTarget }) => {
                const { radius: _, ...rest } = theme
                onChange(currentTarget.value ? { ...rest, radius: Number(currentTarget.value) } : rest)
              }}
            />
          )}
        </Field>
      </div>
      <FontField
        value={theme.font ?? ''}
        onChange={(font) => {
          const { font: _, ...rest } = theme
          onChange(font ? { ...rest, font } : rest)
        }}
      />
    </div>
  )
}
