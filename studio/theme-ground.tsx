import type { ReactNode } from 'react'
import { useAppearance } from './appearance.tsx'
import { classNames } from '#ui/base/class-names.ts'
import type { ThemeId } from '#ui/themes.ts'

export interface ThemeGroundProps {
  theme: ThemeId
  /** Light or dark as the page around it in the picture; else as the Studio. */
  mode?: 'light' | 'dark'
  /** What the tenant changed about the theme (tenant-look.ts). */
  variables?: Record<string, string>
  /** What stands on it may be used; else it is a picture and takes no clicks. */
  live?: boolean
  className?: string
  children: ReactNode
}

/** A ground in a tenant's theme with the type of the embedded pages. */
export function ThemeGround(props: ThemeGroundProps) {
  const { shown } = useAppearance()
  return (
    <div
      inert={!props.live}
      data-theme={props.theme}
      data-mode={props.mode ?? shown}
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
