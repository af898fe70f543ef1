import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import { sample as signIn } from './sample.ts'
import { SAMPLE_PERSON } from './sample-person.ts'

/** Somebody who is signed in, and may sign out and in again. */
export const sample = (): EmbedSample => {
  const { data, answers } = signIn()
  return {
    // Waits for its script, which knows who is here.
    data: { ...data, restoring: true },
    answers,
    user: { id: 'sample', ...SAMPLE_PERSON },
  }
}
