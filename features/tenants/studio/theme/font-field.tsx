import './font-field.css'
import { THEME_FONTS } from '#kernel/browser/theme/fonts.ts'
import { RadioCards } from '#ui/forms/radio-cards.tsx'

const OPTIONS = [
  { value: '', title: "The theme's own" },
  ...THEME_FONTS.map((font) => ({
    value: font.id as string,
    title: <span style={{ fontFamily: font.stack }}>{font.name}</span>,
    end: 'weight' in font ? `${font.weight} KB` : undefined,
  })),
]

export interface FontFieldProps {
  /** Id of a font; empty for the theme's own. */
  value: string
  onChange: (font: string) => void
}

/** The font of the blocks. Each name is in its own font. */
export function FontField({ value, onChange }: FontFieldProps) {
  return (
    <div className="font-field">
      <span className="text-small font-label" aria-hidden="true">
        Font
      </span>
      <RadioCards label="Font" value={value} options={OPTIONS} onChange={onChange} />
      <p className="text-caption text-text-3">
        Each visitor downloads a font with a size once. The others are on their devices.
      </p>
    </div>
  )
}
