import type { GivenAssistant } from '../endpoints-studio.ts'

/** An assistant for everyone, with limits that a small site does not reach. */
export const starterAssistant = (tenant: string): GivenAssistant => ({
  name: `Ask ${tenant}`.slice(0, 80),
  language: 'en',
  greeting: 'What would you like to know?',
  suggestions: [],
  instructions: null,
  only_sources: true,
  refusal: '',
  audience: { any: [{ kind: 'everyone' }] },
  is_on: true,
  hand_over: { kind: 'email' },
  keep_days: 30,
  limits: {
    visitor_questions: 20,
    member_questions: 50,
    day_tokens: 200_000,
    month_tokens: 2_000_000,
    answer_tokens: 800,
  },
})
