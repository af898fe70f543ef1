import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { isLinkAddress } from './to-article.ts'

/** `example.com` becomes an address, and `a@example.com` an email link. */
function addressOf(typed: string): string {
  const text = typed.trim()
  if (/^[a-z][\w+.-]*:/i.test(text)) return text
  return text.includes('@') && !text.includes('/') ? `mailto:${text}` : `https://${text}`
}

/** Sets, changes or removes the link of the selection. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [typed, setTyped] = useState(before)
  const [wasSent, setSent] = useState(false)
  const address = addressOf(typed)
  const isValid = isLinkAddress(address)

  function close(): void {
    onClose()
    requestAnimationFrame(() => editor.commands.focus())
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setSent(true)
    if (!isValid) return
    const chain = editor.chain().extendMarkRange('link')
    if (editor.state.selection.empty && !before)
      chain
        .insertContent({
          type: 'text',
          text: typed.trim(),
          marks: [{ type: 'link', attrs: { href: address } }],
        })
        .run()
    else chain.setLink({ href: address }).run()
    close()
  }

  return (
    <Dialog
      open
      size="question"
      onOpenChange={(open) => open || close()}
      title={before ? 'Change link' : 'Add link'}
      onSubmit={submit}
      footer={
        <>
          {before ? (
            <Button
              variant="ghost"
              tone="danger"
              onClick={() => {
                editor.chain().extendMarkRange('link').unsetLink().run()
                close()
              }}
            >
              Remove link
            </Button>
          ) : (
            <Button onClick={close}>Cancel</Button>
          )}
          <Button type="submit" variant="primary">
            {before ? 'Change' : 'Add'}
          </Button>
        </>
      }
    >
      <Field
        label="Address"
        error={wasSent && !isValid && 'Enter a web or email address, for example https://example.com.'}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            placeholder="https://"
            maxLength={2000}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
