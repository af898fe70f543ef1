import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { findingsOf } from './findings.ts'

export interface ContrastCheckProps {
  theme: TenantTheme
  onMend: (theme: TenantTheme) => void
}

/** What cannot be read as it was chosen, in words, each with a colour that can. */
export function ContrastCheck({ theme, onMend }: ContrastCheckProps) {
  const findings = findingsOf(theme)
  return (
    <section aria-labelledby="contrast-title" className="flex flex-col gap-2">
      <h3 id="contrast-title" className="text-small font-label">
        Contrast
      </h3>
      <output className="flex flex-col gap-2">
        {findings.length === 0 ? (
          <Notice tone="ok">Everything keeps WCAG AA as you chose it.</Notice>
        ) : (
          findings.map(({ id, words, colour, mended }) => (
            <Notice
              key={id}
              tone="warn"
              action={
                <Button size="small" onClick={() => onMend(mended)}>
                  Use {colour}
                </Button>
              }
            >
              {words}
            </Notice>
          ))
        )}
      </output>
    </section>
  )
}
