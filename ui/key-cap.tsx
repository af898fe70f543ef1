/** A keyboard key. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-badge border border-line bg-subtle px-1.5 font-sans text-caption leading-5 text-text-2">
      {children}
    </kbd>
  )
}
