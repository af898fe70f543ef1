import { Check, Plus, Settings } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge, Status } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton, CopyTextButton } from '#ui/code/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ThemeDots } from '#ui/theme/theme-swatch.tsx'
import { GalleryRow, GallerySection } from './gallery-section.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const
const SIZES = ['small', 'medium', 'large'] as const
const TONES = ['neutral', 'outline', 'accent', 'solid', 'inverted', 'ok', 'warn', 'danger'] as const
const DOTS = ['neutral', 'accent', 'ok', 'warn', 'danger'] as const

export function GalleryButtons() {
  return (
    <>
      <GallerySection title="Buttons">
        {VARIANTS.map((variant) => (
          <GalleryRow key={variant}>
            <Button variant={variant} icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}>
              Create
            </Button>
            <Button variant={variant} busy busyLabel="Setting up...">
              Create
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} disabledReason="Connect an account first">
              With reason
            </Button>
          </GalleryRow>
        ))}
        <GalleryRow>
          {SIZES.map((size) => (
            <Button key={size} size={size}>
              {size}
            </Button>
          ))}
          <Button tone="danger">Disconnect</Button>
        </GalleryRow>
        <GalleryRow>
          <IconButton label="Settings" icon={<Settings size={17} strokeWidth={1.75} aria-hidden />} />
          <CopyButton text="copied" label="Copy" />
          <CopyTextButton text="copied" label="Copy" />
          <Button disabled icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
            Connected
          </Button>
        </GalleryRow>
      </GallerySection>
      <GallerySection title="Badges, states, avatars">
        <GalleryRow>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="ok" dot="ok">
            Live
          </Badge>
        </GalleryRow>
        <GalleryRow>
          {DOTS.map((tone) => (
            <Status key={tone} tone={tone}>
              {tone}
            </Status>
          ))}
        </GalleryRow>
        <GalleryRow>
          <Avatar name="Hearth & Rye" />
          <Avatar name="Stillwater Yoga" size="small" plain />
          <Avatar name="mara@hearthandrye.com" round plain />
          <ThemeDots theme="clean" />
          <ThemeDots theme="retro" />
          <ThemeDots theme="zen" />
        </GalleryRow>
      </GallerySection>
    </>
  )
}
