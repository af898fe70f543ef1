/** The state beside a Save button: unsaved changes, or saved. */
export function SaveNote({ unsaved, saved }: { unsaved: boolean; saved: boolean }) {
  return (
    <output className="text-small text-text-2">{unsaved ? 'Unsaved changes' : saved ? 'Saved' : ''}</output>
  )
}
