import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { MyTeams } from '#features/teams/endpoints.ts'
import { sample as signIn } from '../sample.ts'
import { SAMPLE_PERSON } from '../sample-person.ts'
import { SAMPLE_TEAMS } from './sample-teams.ts'

/** A signed-in admin of a team. Every call succeeds and changes nothing. */
export const sample = (): EmbedSample => {
  const { data, answers } = signIn()
  const teams = (): MyTeams => SAMPLE_TEAMS
  return {
    // Waits for the script, which knows who is signed in.
    data: { ...data, restoring: true },
    answers: { ...answers, 'GET /my-teams': teams, 'POST /my-teams': teams },
    user: { id: 'sample', ...SAMPLE_PERSON },
  }
}
