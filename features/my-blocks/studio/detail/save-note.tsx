/** The word beside a Save button: that something is not saved, or that it was. */
export function SaveNote({ unsaved, saved }: { unsaved: boolean; saved: boolean }) {
  return (
    <output className="text-small text-text-2">{unsaved ? 'Unsaved changes' : saved ? 'Saved' : ''}</output>
  )
}
