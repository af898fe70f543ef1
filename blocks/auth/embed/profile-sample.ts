import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import { sample as signIn } from './sample.ts'
import { SAMPLE_PERSON } from './sample-person.ts'

/** A signed-in user who can sign out and in again. */
export const sample = (): EmbedSample => {
  const { data, answers } = signIn()
  return {
    // Waits for the script, which knows who is signed in.
    data: { ...data, restoring: true },
    answers,
    user: { id: 'sample', ...SAMPLE_PERSON },
  }
}
