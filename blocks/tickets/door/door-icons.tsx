import type { ReactNode } from 'react'

/** Outlines as lucide draws them. */
function Icon({ size = 22, children }: { size?: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const ScanIcon = () => (
  <Icon>
    <path d="M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2M7 12h10" />
  </Icon>
)
export const ListIcon = () => (
  <Icon>
    <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75" />
    <circle cx="9" cy="7" r="4" />
  </Icon>
)
export const ConflictIcon = () => (
  <Icon>
    <path d="m21.7 18-8-14a2 2 0 0 0-3.5 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3ZM12 9v4M12 17h.01" />
  </Icon>
)
export const SoundIcon = () => (
  <Icon>
    <path d="M11 5 6 9H2v6h4l5 4zM15.5 8.5a5 5 0 0 1 0 7M19 5a10 10 0 0 1 0 14" />
  </Icon>
)
export const SoundOffIcon = () => (
  <Icon>
    <path d="M11 5 6 9H2v6h4l5 4zM22 9l-6 6M16 9l6 6" />
  </Icon>
)
export const CameraIcon = () => (
  <Icon size={40}>
    <path d="M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3z" />
    <circle cx="12" cy="13" r="3" />
  </Icon>
)

const RESULT_PATHS = {
  ok: 'm8 12 3 3 5-6',
  warn: 'M12 7v6M12 16.5h.01',
  danger: 'm9 9 6 6M15 9l-6 6',
} as const

export const ResultIcon = ({ tone }: { tone: keyof typeof RESULT_PATHS }) => (
  <Icon size={88}>
    <circle cx="12" cy="12" r="10" />
    <path d={RESULT_PATHS[tone]} />
  </Icon>
)
