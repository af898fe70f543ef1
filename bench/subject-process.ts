// Runs one subject in its own process, so that the command can end it with everything it started.
// Arguments: SUBJECT SECONDS ROUNDS
import type { SubjectMessage } from './progress.ts'
import { subjects } from './subjects.ts'

const [name = '', seconds, rounds] = process.argv.slice(2)

const report = (message: SubjectMessage): Promise<void> =>
  new Promise((resolve) => process.send!(message, () => resolve()))

try {
  const rows = await subjects[name]!.run({ inFlight: 8, seconds: Number(seconds), rounds: Number(rounds) })
  await report({ kind: 'rows', rows })
} catch (error) {
  await report({ kind: 'failure', text: (error as Error).stack ?? String(error) })
}
process.exit()
