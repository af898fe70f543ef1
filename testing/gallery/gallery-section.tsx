import type { ReactNode } from 'react'

export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-4 border-b border-line pb-2 text-subheading">{title}</h2>
      <div className="flex flex-col items-start gap-4 [&>.bb-field]:w-full">{children}</div>
    </section>
  )
}

export function GalleryRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
