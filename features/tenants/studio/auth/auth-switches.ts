import type { TenantAuthSwitches } from '#features/tenants/endpoints.ts'

type Flag = {
  [Key in keyof TenantAuthSwitches]: TenantAuthSwitches[Key] extends boolean ? Key : never
}[keyof TenantAuthSwitches]

/** One line of the tab: what it is called, and what it does in one sentence. */
export interface SwitchWords {
  name: Flag
  label: string
  text: string
  /** The setting says the opposite of the label. */
  inverse?: true
}

export const SWITCH_GROUPS: readonly [SwitchGroup, SwitchGroup] = [
  {
    title: 'Ways to sign in',
    text: 'What your visitors find in the auth block of your site.',
    rows: [
      {
        name: 'disable_signup',
        label: 'New accounts',
        text: 'Visitors may create an account. Off, only those who have one come in.',
        inverse: true,
      },
      {
        name: 'email',
        label: 'Email and password',
        text: 'Visitors choose a password and confirm their address.',
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
        text: 'On pages of your own: visitors start without an account and may get one later.',
      },
      {
        name: 'web3_ethereum',
        label: 'Ethereum wallets',
        text: 'On pages of your own: visitors sign a message with their wallet. Nothing is paid.',
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
    text: 'How accounts and sessions of your visitors are kept safe.',
    rows: [
      {
        name: 'mfa_totp',
        label: 'Two-step sign-in',
        text: 'Visitors may add a code from an authenticator app.',
      },
      {
        name: 'mfa_webauthn',
        label: 'Security keys',
        text: 'Visitors may add a key or device as the second step.',
      },
      {
        name: 'manual_linking',
        label: 'Several ways in',
        text: 'A signed-in visitor may add another provider to the account.',
      },
      {
        name: 'secure_email_change',
        label: 'Careful email change',
        text: 'A new address counts when the old and the new mailbox agreed.',
      },
      { name: 'single_session', label: 'One device at a time', text: 'A new sign-in ends the others.' },
    ],
  },
]

interface SwitchGroup {
  title: string
  text: string
  rows: readonly SwitchWords[]
}

const DAY = 86_400

/** Seconds as people say them; `0` stands for no limit in a list of choices. */
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

/** Choices of a list, with the value that is set even when it is none of the usual ones. */
export function choices(usual: readonly number[], set: number | null): number[] {
  return set === null || usual.includes(set) ? [...usual] : [...usual, set].toSorted((a, b) => a - b)
}

export const SESSION_CHOICES: readonly number[] = [DAY, 7 * DAY, 30 * DAY, 90 * DAY, 365 * DAY]
export const INACTIVITY_CHOICES: readonly number[] = [1800, 8 * 3600, DAY, 7 * DAY, 30 * DAY]
export const PASSWORD_CHOICES: readonly number[] = [8, 10, 12, 15, 20]
