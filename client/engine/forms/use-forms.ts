import { useQuery } from '@tanstack/react-query'
import {
  formChoices,
  paperAddress,
  type PaperAddress,
  type PrintRequest,
} from '../../../catalogue/contract/forms.ts'
import { api } from '../../platform/api/api.ts'
import { saveFrom } from '../../platform/api/download.ts'

/** Key of the printed forms: an archive or a case. */
export type FormsOf = { readonly teacherId: number } | { readonly caseId: string }

/** The forms that the reader may print about a teacher or a case; asked once the dialog is open. */
export const useFormChoices = (of: FormsOf) =>
  useQuery({
    queryKey: ['forms', of],
    queryFn: ({ signal }) =>
      api.get('/api/v1/forms', { schema: formChoices, query: { ...of }, signal, quiet: true }),
  })

/** Makes a paper; its file is saved by the browser. */
export async function printPaper(asked: PrintRequest): Promise<PaperAddress> {
  const paper = await api.post('/api/v1/forms/print', { schema: paperAddress, body: asked })
  saveFrom(paper)
  return paper
}
