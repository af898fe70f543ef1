import { Mail, ShieldAlert } from 'lucide-react'
import type { StudioConfig } from '#studio/config.ts'
import { buttonStyle } from '#ui/base/button.tsx'

export interface ContactProps {
  contact: StudioConfig['contact']
}

/** The contact addresses. */
export function Contact({ contact: { general, security } }: ContactProps) {
  return (
    <section
      aria-labelledby="contact"
      className="mt-14 grid gap-x-12 gap-y-4 border-t border-line pt-8 max-md:mt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)]"
    >
      <div>
        <h2 id="contact" className="text-heading">
          Contact
        </h2>
        <p className="mt-1.5 max-w-[34ch] text-lead text-text-2">
          Ask about your data, or report something that looks wrong.
        </p>
      </div>
      {general || security ? (
        <div>
          <div className="flex flex-wrap gap-3">
            {security ? (
              <a {...buttonStyle({ variant: 'primary' })} href={`mailto:${security}`}>
                <ShieldAlert size={16} strokeWidth={1.75} aria-hidden />
                Report a vulnerability
              </a>
            ) : null}
            {general ? (
              <a {...buttonStyle({})} href={`mailto:${general}`}>
                <Mail size={16} strokeWidth={1.75} aria-hidden />
                Email us
              </a>
            ) : null}
          </div>
          {security ? (
            <p className="mt-3 text-small text-text-3">
              Machine-readable:{' '}
              <a className="link" href="/.well-known/security.txt">
                security.txt
              </a>
            </p>
          ) : null}
        </div>
      ) : (
        <p className="max-w-[72ch] text-lead text-text-2">
          The operator of this server has not set a contact address yet.
        </p>
      )}
    </section>
  )
}
