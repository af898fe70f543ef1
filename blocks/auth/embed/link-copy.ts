import type { MailLink } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export interface LinkCopy {
  title: string
  text: string
  button: string
  done: string
  doneText: string
  failedText: string
}

/** Copy of the page behind an email link, by the kind of link. */
export function linkCopy(type: MailLink, tenant: string): LinkCopy {
  const { confirm } = texts
  const signedIn = {
    done: confirm.signedIn,
    doneText: confirm.signedInText,
    failedText: confirm.failedAgain,
  }
  const words: Record<MailLink, LinkCopy> = {
    signup: {
      title: confirm.title,
      text: confirm.text(tenant),
      button: confirm.button,
      done: confirm.done,
      doneText: confirm.doneText,
      failedText: confirm.failedText,
    },
    magiclink: {
      ...signedIn,
      title: confirm.magiclink,
      text: confirm.magiclinkText(tenant),
      button: confirm.magiclinkButton,
    },
    recovery: {
      ...signedIn,
      title: confirm.recovery,
      text: confirm.recoveryText(tenant),
      button: confirm.recoveryButton,
    },
    invite: {
      ...signedIn,
      title: confirm.invite,
      text: confirm.inviteText(tenant),
      button: confirm.inviteButton,
    },
    email_change: {
      title: confirm.emailChange,
      text: confirm.emailChangeText(tenant),
      button: confirm.button,
      done: confirm.emailChangeDone,
      doneText: confirm.emailChangeDoneText,
      failedText: confirm.failedAgain,
    },
  }
  return words[type]
}
