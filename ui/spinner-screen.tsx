/** Covers the whole window, including the navigation. Use it only before the session is known. */
export function SpinnerScreen({ label }: { label: string }) {
  return (
    <output className="fixed inset-0 z-50 grid place-items-center bg-bg">
      <div className="flex items-center gap-3 text-text-2">
        <span
          aria-hidden="true"
          className="size-5 animate-spin rounded-full border-2 border-line border-t-accent motion-reduce:hidden"
        />
        {label}
      </div>
    </output>
  )
}
