import type { ReactNode } from 'react'
import { useAppearance } from '../appearance.tsx'
import { classNames } from '#ui/base/class-names.ts'
import type { ThemeId } from '#ui/theme/themes.ts'

export interface ThemedContainerProps {
  /** Absent: the theme and mode of the page around it. */
  theme?: ThemeId | undefined
  /** Mode of the simulated host page; defaults to the Studio's mode. */
  mode?: 'light' | 'dark' | undefined
  /** CSS variables of the tenant's theme customizations (use-resolved-tenant-theme.ts). */
  variables?: Record<string, string>
  /** Whether the content is interactive; otherwise it is inert. */
  live?: boolean
  className?: string
  children: ReactNode
}

/** A container with a tenant's theme and the typography of embedded pages. */
export function ThemedContainer(props: ThemedContainerProps) {
  const { resolvedMode } = useAppearance()
  return (
    <div
      inert={!props.live}
      data-theme={props.theme}
      data-mode={props.theme && (props.mode ?? resolvedMode)}
      style={props.variables}
      className={classNames(
        'font-sans text-[15px]/[22px] text-text [--bb-font:system-ui,-apple-system,"Segoe_UI",Roboto,sans-serif] [--bb-h-field:44px] [--bb-h-medium:46px] [--bb-text-line:22px] [--bb-text-size:15px] [--bb-weight-label:600]',
        props.className,
      )}
    >
      {props.children}
    </div>
  )
}
