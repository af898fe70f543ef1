import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { DataError } from '#studio/data/data.ts'
import { toast } from '#ui/toasts/toast.ts'
import { insertRows } from '../rows/table-rows.ts'
import { exampleRows } from './example-rows.ts'
import { type MadeTemplate, makeTemplate } from './make-template.ts'
import type { TableTemplate } from './template.ts'

interface Wish {
  template: TableTemplate
  title: string
  withRows: boolean
}

/** Makes everything of a template in one act, and says which part could not be made. */
export function useMakeTemplate(tenantId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ template, title, withRows }: Wish) =>
      makeTemplate(call, tenantId, template, {
        title,
        ...(withRows && {
          async addRows(table) {
            const { error } = await insertRows(tenantId, table, exampleRows(template))
            if (error) throw new DataError(error)
          },
        }),
      }),
    async onSuccess(made) {
      report(made)
      const keys = ['tables', 'audiences', 'forms', 'data-views']
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key, tenantId] })))
    },
    onError: (error) => toast.error('Error', callErrorText(error, 'The table could not be created')),
  })
}

function report({ table: { title }, error, lacksForm }: MadeTemplate) {
  if (error) toast.error('Error', `${title} was created, but not everything that belongs to it.`)
  else if (lacksForm) toast.info(`${title} has no form`, 'Your plan includes one form, and it is in use.')
  else toast.success(`${title} is ready`, 'Paste its tags into your site.')
}
