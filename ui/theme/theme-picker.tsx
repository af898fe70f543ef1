import { RadioCards } from '../forms/radio-cards.tsx'
import { ThemeStrip } from './theme-swatch.tsx'
import { THEMES, type ThemeId } from './themes.ts'

const OPTIONS = THEMES.map((theme) => ({
  value: theme.id,
  title: theme.name,
  description: theme.description,
  picture: <ThemeStrip theme={theme.id} />,
}))

/** The theme picker used on every screen. */
export function ThemePicker({ value, onChange }: { value: ThemeId; onChange: (theme: ThemeId) => void }) {
  return <RadioCards label="Theme" value={value} options={OPTIONS} onChange={onChange} />
}
