import type { ReactNode } from 'react'
import { useAppearance } from './appearance.tsx'
import { classNames } from '#ui/base/class-names.ts'
import type { ThemeId } from '#ui/themes.ts'

/** A ground in a tenant's theme with the type of the embedded pages; what stands on it is a picture and takes no clicks. */
export function ThemeGround(props: { theme: ThemeId; className?: string; children: ReactNode }) {
  const { shown } = useAppearance()
  return (
    <div
      inert
      data-theme={props.theme}
      data-mode={shown}
      className={classNames(
        'font-sans text-[15px]/[22px] text-text [--bb-font:system-ui,-apple-system,"Segoe_UI",Roboto,sans-serif] [--bb-h-field:44px] [--bb-h-medium:46px] [--bb-text-line:22px] [--bb-text-size:15px] [--bb-weight-label:600]',
        props.className,
      )}
    >
      {props.children}
    </div>
  )
}
