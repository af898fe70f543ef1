import { Mail, ShieldAlert } from 'lucide-react'
import type { StudioConfig } from '#studio/config.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { InlineCode } from '#ui/code/inline-code.tsx'
import { Notice } from '#ui/notice.tsx'

export interface ContactProps {
  contact: StudioConfig['contact']
  /** The server is still being set up, so that its operator is who reads this. */
  forOperator: boolean
}

const FOR_OPERATOR =
  'Set `CONTACT_EMAIL` and `SECURITY_EMAIL`, and this page shows how to reach you. This note is only shown in sandbox mode.'

/** The contact addresses. */
export function Contact({ contact: { general, security }, forOperator }: ContactProps) {
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
        <div className="max-w-[72ch]">
          <p className="text-lead text-text-2">
            The operator of this server has not set a contact address yet.
          </p>
          {forOperator ? (
            <div className="mt-4">
              <Notice title="Is this your server?">
                <InlineCode text={FOR_OPERATOR} />
              </Notice>
            </div>
          ) : null}
        </div>
      )}
    </section>
  )
}
