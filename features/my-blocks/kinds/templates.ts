import type { PricingData } from './pricing.ts'
import type { ProfileData } from './profile.ts'
import type { TextData } from './text.ts'

export interface BlockTemplate {
  id: 'text' | 'profile' | 'pricing'
  /** Its button (spec §2). */
  name: string
  /** Title of the block that it makes. */
  title: string
  /** What it is for. */
  hint: string
  data: TextData | ProfileData | PricingData
}

/** What an empty list offers to start from (spec §3). Each looks like something before a word of it is changed. */
export const TEMPLATES: readonly BlockTemplate[] = [
  {
    id: 'text',
    name: 'Text',
    title: 'Text block',
    hint: 'A notice, opening hours, a few words on you.',
    data: {
      type: 'text',
      content: 'Open every day from seven till two.\n\nClosed on Mondays.',
      style: { fontSize: 16, color: '#333333' },
    },
  },
  {
    id: 'profile',
    name: 'Profile',
    title: 'Profile card',
    hint: 'Who is behind it, with a way to write to them.',
    data: {
      type: 'profile',
      fields: ['name', 'email', 'bio'],
      values: { name: 'Your name', email: 'you@example.com', bio: 'What you do, in a sentence or two.' },
      layout: 'card',
      showAvatar: true,
    },
  },
  {
    id: 'pricing',
    name: 'Pricing',
    title: 'Pricing table',
    hint: 'Your offers side by side, one of them in front.',
    data: {
      type: 'pricing',
      plans: [
        { name: 'Starter', price: '€9', period: 'per month', features: ['One place', 'Mail support'] },
        {
          name: 'Studio',
          price: '€29',
          period: 'per month',
          features: ['Five places', 'Answers within a day', 'Monthly review'],
          highlighted: true,
        },
        { name: 'House', price: 'On request', features: ['Any number of places', 'Somebody to call'] },
      ],
    },
  },
]
