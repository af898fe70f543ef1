import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { THEMES } from '#ui/theme/themes.ts'

const COLORS = [
  'bg-accent',
  'bg-accent-2',
  'bg-accent-soft',
  'bg-ok',
  'bg-warn',
  'bg-danger',
  'bg-control',
  'bg-text-2',
]

/** The three themes, each in light and dark. */
export function GalleryThemes() {
  return (
    <section className="mt-12">
      <h2 className="mb-4 border-b border-line pb-2 text-subheading">Themes</h2>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
        {THEMES.flatMap((theme) =>
          (['light', 'dark'] as const).map((mode) => (
            <div
              key={theme.id + mode}
              data-theme={theme.id}
              data-mode={mode}
              className="rounded-card border border-line bg-bg p-3 text-text"
            >
              <p className="mb-3 flex justify-between font-semibold">
                {theme.name} <span className="text-small font-normal text-text-3">{mode}</span>
              </p>
              <Card className="p-3">
                <p className="font-medium">Weekly bread box</p>
                <p className="text-small text-text-2">Every Saturday</p>
                <p className="my-2 text-subheading">€24.00</p>
                <div className="flex flex-col gap-2">
                  <Button variant="primary" size="small">
                    Purchase
                  </Button>
                  <Button size="small">Cancel</Button>
                </div>
              </Card>
              <div className="my-3 flex gap-1">
                <Badge tone="ok">Live</Badge>
                <Badge tone="warn">Test</Badge>
                <Badge tone="accent">Pro</Badge>
              </div>
              <div className="flex h-4 overflow-hidden rounded-badge">
                {COLORS.map((color) => (
                  <span key={color} className={`${color} flex-1`} />
                ))}
              </div>
            </div>
          )),
        )}
      </div>
    </section>
  )
}
