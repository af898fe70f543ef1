/** What a subject, in its process, sends to the command that started it (bench/subject-run.ts). */
export type SubjectMessage =
  | { kind: 'progress'; text: string }
  | { kind: 'rows'; rows: unknown[] }
  | { kind: 'failure'; text: string }

/** Reports the current step. A subject calls it before each step that takes more than a second. */
export function progress(text: string): void {
  process.send?.({ kind: 'progress', text } satisfies SubjectMessage)
}
