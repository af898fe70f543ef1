import type { TenantAuthSwitches } from '#features/tenants/endpoints.ts'

type Flag = {
  [Key in keyof TenantAuthSwitches]: TenantAuthSwitches[Key] extends boolean ? Key : never
}[keyof TenantAuthSwitches]

/** One row of the tab: its label, and one sentence about what it does. */
export interface SwitchWords {
  name: Flag
  label: string
  text: string
  /** The setting is the opposite of the label. */
  inverse?: true
}

export const SWITCH_GROUPS: readonly [SwitchGroup, SwitchGroup] = [
  {
    title: 'Ways to sign in',
    text: 'What visitors can use in the auth block on your site.',
    rows: [
      {
        name: 'disable_signup',
        label: 'New accounts',
        text: 'Let visitors create accounts. When off, only existing members can sign in.',
        inverse: true,
      },
      {
        name: 'email',
        label: 'Email and password',
        text: 'Visitors choose a password and confirm their email.',
      },
      { name: 'email_otp', label: 'Magic links', text: 'A link or a code by email instead of a password.' },
      {
        name: 'passkeys',
        label: 'Passkeys',
        text: 'Fingerprint, face or screen lock instead of a password.',
      },
      {
        name: 'anonymous_users',
        label: 'Guests',
        text: 'For your own pages: let visitors start as guests and sign up later.',
      },
      {
        name: 'web3_ethereum',
        label: 'Ethereum wallets',
        text: 'For your own pages: visitors sign a message with their wallet. It costs them nothing.',
      },
      {
        name: 'web3_solana',
        label: 'Solana wallets',
        text: 'The same with a Solana wallet.',
      },
    ],
  },
  {
    title: 'Protection',
    text: 'How your visitors’ accounts and sessions are protected.',
    rows: [
      {
        name: 'mfa_totp',
        label: 'Two-step verification',
        text: 'Let visitors add a code from an authenticator app.',
      },
      {
        name: 'mfa_webauthn',
        label: 'Security keys',
        text: 'Let visitors add a security key or device as the second step.',
      },
      {
        name: 'manual_linking',
        label: 'Several sign-in methods',
        text: 'Let signed-in visitors add another provider to their account.',
      },
      {
        name: 'secure_email_change',
        label: 'Double-confirmed email changes',
        text: 'Email changes must be confirmed from both addresses.',
      },
      {
        name: 'single_session',
        label: 'One device at a time',
        text: 'A new sign-in signs the visitor out on other devices.',
      },
    ],
  },
]

interface SwitchGroup {
  title: string
  text: string
  rows: readonly SwitchWords[]
}

const DAY = 86_400

/** Formats seconds in the largest unit that divides them, for example `30 days`. */
export function durationWords(seconds: number): string {
  const parts: [number, string][] = [
    [DAY, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  const [size, word] = parts.find(([each]) => seconds % each === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** The options of a list: the usual values and the current one. */
export function choices(usual: readonly number[], current: number | null): number[] {
  return current === null || usual.includes(current)
    ? [...usual]
    : [...usual, current].toSorted((a, b) => a - b)
}

export const SESSION_CHOICES: readonly number[] = [DAY, 7 * DAY, 30 * DAY, 90 * DAY, 365 * DAY]
export const INACTIVITY_CHOICES: readonly number[] = [1800, 8 * 3600, DAY, 7 * DAY, 30 * DAY]
export const PASSWORD_CHOICES: readonly number[] = [8, 10, 12, 15, 20]
