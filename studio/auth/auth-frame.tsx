import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Mark } from '#ui/base/mark.tsx'
import { AuthSamples } from './auth-samples.tsx'

/** Layout of the auth pages: the form on the left, a product preview on the right. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-2">
      <div className="flex flex-col px-12 py-8 max-md:px-4 max-md:py-5">
        <header className="flex items-center justify-between gap-4">
          <Link
            to="/"
            className="flex items-center gap-2 rounded-badge text-[15px]/6 font-semibold tracking-[-0.01em]"
          >
            <Mark height={20} />
            Bolt Blocks
          </Link>
          <Link to="/" className="flex items-center gap-2 rounded-badge text-text-2 hover:text-text">
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
            Back to home
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-[376px] lg:ml-19 flex-1 flex-col justify-center py-12 max-md:justify-start max-md:pt-14">
          {children}
        </main>
      </div>
      <aside className="border-l border-line bg-subtle px-18 py-20 max-lg:hidden">
        <p className="max-w-[400px] text-[22px]/[30px] font-medium tracking-[-0.016em] text-balance">
          Sign-in and payments on your own site, in your own colors. One tag each.
        </p>
        <AuthSamples />
      </aside>
    </div>
  )
}
