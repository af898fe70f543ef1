import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { PromptAnswer, PromptAssistant } from '../endpoints.ts'
import type { PromptPageData } from './data-types.ts'

const assistant: PromptAssistant = {
  id: '0190d2a0-0000-7000-8000-000000000401',
  name: 'Ask the bakery',
  greeting: 'I know our breads, our courses and our opening hours. What would you like to know?',
  suggestions: [
    'When are you open on Sundays?',
    'Which breads have no nuts?',
    'How do I keep a starter alive?',
  ],
  state: 'open',
  has_model: true,
  hand_over: { kind: 'email' },
}

const answered = (question: string): PromptAnswer => ({
  id: '0190d2a0-0000-7000-8000-000000000402',
  conversation: '0190d2a0-0000-7000-8000-000000000403',
  at: '2026-03-02T09:00:00Z',
  question,
  answer:
    'On Sundays the bakery is open **from 8 to 12** [1]. You can order on Saturday and pick up your bread at the back door [2].',
  state: 'answered',
  citations: [
    { number: 1, title: 'Opening hours' },
    { number: 2, title: 'Orders for Sunday' },
  ],
})

/** An assistant of a bakery that answers every question with its opening hours. */
export const sample = (): EmbedSample => ({
  data: { assistant } satisfies Partial<PromptPageData>,
  answers: {
    'GET /prompt-assistant': () => assistant,
    'POST /prompt-questions': ({ question }: { question: string }) => answered(question),
    'GET /prompt-messages/:message/sources/:number': ({ number }: { number: number }) => ({
      title: number === 1 ? 'Opening hours' : 'Orders for Sunday',
      text:
        number === 1
          ? 'Monday to Friday 7 to 18, Saturday 7 to 14, Sunday 8 to 12.'
          : 'Order until Saturday, 14:00. Your bread waits at the back door on Sunday.',
    }),
    'PUT /prompt-messages/:message/rating': () => ({ success: true }),
    'POST /prompt-conversations/:conversation/hand-over': () => ({ success: true }),
  },
})
