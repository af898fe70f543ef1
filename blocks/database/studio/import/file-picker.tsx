import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** Chooses a file with the device's dialog, or by dropping it. */
export function FilePicker({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut of the button
    <section
      aria-label="File"
      className={`flex flex-col items-start gap-3 rounded-card border border-dashed p-8 max-sm:p-5 ${isOver ? 'border-accent bg-accent-soft' : 'border-line'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp size={22} strokeWidth={1.75} aria-hidden className="text-text-2" />
      <div>
        <h2 className="text-subheading">Import a file</h2>
        <p className="mt-1 max-w-[60ch] text-text-2">
          CSV, Excel (.xlsx) or JSON, up to 100 MB. You see where each column goes before anything is stored.
        </p>
      </div>
      <input
        ref={input}
        type="file"
        className="sr-only"
        aria-label="File to import"
        accept=".csv,.tsv,.txt,.json,.ndjson,.xlsx,text/csv,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again after it was corrected.
          currentTarget.value = ''
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
    </section>
  )
}
