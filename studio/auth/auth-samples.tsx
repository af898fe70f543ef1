import { BadgeCheck } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/base/badge.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'
import { useAppearance } from '../appearance.tsx'

const SAMPLE =
  'absolute w-[302px] rounded-card border border-line bg-surface p-5 font-sans text-text shadow-3 [--bb-font:system-ui,sans-serif]'

/** A decorative preview of three blocks in three themes. It uses the real components, but they are inert. */
export function AuthSamples() {
  const { resolvedMode } = useAppearance()
  return (
    <div aria-hidden="true" inert className="relative mx-auto mt-24 h-[470px] w-full max-w-[540px]">
      <div data-theme="zen" data-mode={resolvedMode} className={`${SAMPLE} top-0 left-0 text-[15px]/[22px]`}>
        <p className="mb-4 text-[17px]/6 font-semibold">Sign In</p>
        <div className="flex flex-col gap-3">
          <Input size="large" placeholder="Email" tabIndex={-1} />
          <Input size="large" placeholder="Password" tabIndex={-1} />
          <span {...buttonStyle({ variant: 'primary', size: 'large', wide: true })}>Sign In</span>
        </div>
      </div>
      <div data-theme="retro" data-mode={resolvedMode} className={`${SAMPLE} top-[136px] right-0`}>
        <p className="text-[16px]/6 font-semibold">Weekly bread box</p>
        <p className="text-text-2">Three loaves, every Saturday.</p>
        <p className="my-3 text-[24px]/8 font-semibold tabular-nums">€24.00</p>
        <span {...buttonStyle({ variant: 'primary', size: 'large', wide: true })}>Purchase Now</span>
      </div>
      <div data-theme="clean" data-mode={resolvedMode} className={`${SAMPLE} top-[320px] left-[54px]`}>
        <div className="flex items-center gap-3">
          <Avatar name="Ines Koval" round plain />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Ines Koval</p>
            <p className="truncate text-small text-text-2">ines@rye.example</p>
          </div>
          <Badge tone="ok" icon={<BadgeCheck strokeWidth={1.75} />}>
            Verified
          </Badge>
        </div>
        <div className="mt-4 flex gap-2">
          <span {...buttonStyle({ size: 'medium', wide: true })}>Account Settings</span>
          <span {...buttonStyle({ size: 'medium' })}>Sign Out</span>
        </div>
      </div>
    </div>
  )
}
