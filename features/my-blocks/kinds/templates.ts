import type { PricingData } from './pricing.ts'
import type { ProfileData } from './profile.ts'
import type { TextData } from './text.ts'

export interface BlockTemplate {
  id: 'text' | 'profile' | 'pricing'
  /** The label of its button (spec §2). */
  name: string
  /** Title of the block that it creates. */
  title: string
  /** What it is for. */
  hint: string
  data: TextData | ProfileData | PricingData
}

/** Templates offered to an empty list (spec §3). Each shows useful sample content before any edit. */
export const TEMPLATES: readonly BlockTemplate[] = [
  {
    id: 'text',
    name: 'Text',
    title: 'Text block',
    hint: 'A notice, opening hours, or a few words about you.',
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
    hint: 'Who you are and how to contact you.',
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
    hint: 'Your offers side by side, one of them highlighted.',
    data: {
      type: 'pricing',
      plans: [
        { name: 'Starter', price: '€9', period: 'per month', features: ['One seat', 'Email support'] },
        {
          name: 'Studio',
          price: '€29',
          period: 'per month',
          features: ['Five seats', 'Replies within a day', 'Monthly review'],
          highlighted: true,
        },
        { name: 'House', price: 'On request', features: ['Unlimited seats', 'Phone support'] },
      ],
    },
  },
]
