import {
  broughtAnswer,
  mostAtOnce,
  paperAnswer,
  takenBackAnswer,
} from '../../../catalogue/contract/question-import.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/question/import'

export const readPaper = (fileId: string) =>
  api.post(`${path}/read`, { schema: paperAnswer, body: { fileId } })

/** Brings questions in, in pieces of one batch; answers how many there are. */
export async function bringIn(batch: string, questions: readonly QuestionValue[]): Promise<number> {
  let count = 0
  for (let from = 0; from < questions.length; from += mostAtOnce) {
    const piece = questions.slice(from, from + mostAtOnce)
    const { ids } = await api.post(path, { schema: broughtAnswer, body: { batch, questions: piece } })
    count += ids.length
  }
  return count
}

export const takeBack = (batch: string) => api.del(`${path}/${batch}`, { schema: takenBackAnswer })

/** The XML of other programs in a zip file: the portal takes no markup as a file of its own. */
export async function packed(file: File): Promise<File> {
  if (!/\.xml$/i.test(file.name)) return file
  const { default: Zip } = await import('jszip')
  const bytes = await new Zip()
    .file(file.name, await file.arrayBuffer())
    .generateAsync({ type: 'blob', compression: 'DEFLATE' })
  return new File([bytes], file.name.replace(/\.xml$/i, '.zip'), { type: 'application/zip' })
}
