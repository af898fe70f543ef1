import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { findingsOf } from './findings.ts'

export interface ContrastCheckProps {
  theme: TenantTheme
  onFix: (theme: TenantTheme) => void
}

/** Colors that are hard to read, each with a message and a legible alternative. */
export function ContrastCheck({ theme, onFix }: ContrastCheckProps) {
  const findings = findingsOf(theme)
  return (
    <section aria-labelledby="contrast-title" className="flex flex-col gap-2">
      <h3 id="contrast-title" className="text-small font-label">
        Contrast
      </h3>
      <output className="flex flex-col gap-2">
        {findings.length === 0 ? (
          <Notice tone="ok">All your colors meet WCAG AA.</Notice>
        ) : (
          findings.map(({ id, message, color, fixed }) => (
            <Notice
              key={id}
              tone="warn"
              action={
                <Button size="small" onClick={() => onFix(fixed)}>
                  Use {color}
                </Button>
              }
            >
              {message}
            </Notice>
          ))
        )}
      </output>
    </section>
  )
}
