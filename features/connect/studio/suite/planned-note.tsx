import { use } from 'react'
import { Link } from 'react-router'
import { KnownScreens } from '#studio/routing/known-screens.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { ExampleGroup } from './integrations.ts'

interface Today {
  title: string
  text: string
  path?: string
  action?: string
}

/** Says that a group of integrations is not built yet, and what creators use today. */
export function PlannedNote({ group }: { group: ExampleGroup }) {
  const known = use(KnownScreens)
  const { title, text, path, action } = TODAY[group]
  return (
    <div className="mb-6">
      <Notice
        title={title}
        action={
          path && known.includes(path) ? (
            <Link {...buttonStyle({ variant: 'primary' })} to={path}>
              {action}
            </Link>
          ) : undefined
        }
      >
        {text}
      </Notice>
    </div>
  )
}

const TODAY: Record<ExampleGroup, Today> = {
  chatbot: {
    title: 'You cannot connect an AI provider yet',
    text: 'This page shows what we are building.',
  },
  email: {
    title: 'You cannot connect an email provider yet',
    text: 'This page shows what we are building. Today this server sends sign-in codes and receipts for you.',
  },
  analytics: {
    title: 'You cannot connect analytics yet',
    text: 'This page shows what we are building. Today the dashboard counts your sign-ups and sales.',
    path: '/studio',
    action: 'Open the dashboard',
  },
  databases: {
    title: 'You cannot connect your own database yet',
    text: 'This page shows what we are building. Today you can keep data in Tables: forms on your site collect rows, and lists show them.',
    path: '/bolt/tables',
    action: 'Open Tables',
  },
}
