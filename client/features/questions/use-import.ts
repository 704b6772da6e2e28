import { z } from 'zod'
import {
  broughtAnswer,
  mendedAnswer,
  mostAtOnce,
  paperAnswer,
  takenBackAnswer,
} from '../../../catalogue/contract/question-import.ts'
import { hashOf } from '../../../catalogue/papers/seeded.ts'
import type { PaperValue } from '../../../catalogue/papers/value.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/question/import'

export const readPaper = (fileId: string) =>
  api.post(`${path}/read`, { schema: paperAnswer, body: { fileId } })

/** How a question looks whose words are mended, and what is wrong in it. */
export const readMended = (question: QuestionValue, signal: AbortSignal) =>
  api.post(`${path}/shown`, { schema: mendedAnswer, body: { question }, signal, quiet: true })

/**
 * Brings questions in, in pieces of one batch; answers their numbers in the same order. What the batch has already
 * is not there twice when it is sent again.
 */
export async function bringIn(batch: string, questions: readonly QuestionValue[]): Promise<number[]> {
  const all: number[] = []
  for (let from = 0; from < questions.length; from += mostAtOnce) {
    const piece = questions.slice(from, from + mostAtOnce)
    const { ids } = await api.post(path, { schema: broughtAnswer, body: { batch, questions: piece } })
    all.push(...ids)
  }
  return all
}

/** A draft of a paper; the same paper is made once, however often it is sent. */
export const composePaper = (value: PaperValue, batch: string) =>
  api.post('/api/v1/examPaper', {
    schema: z.object({ id: z.int() }),
    body: value,
    idempotencyKey: `${batch}-${hashOf([JSON.stringify(value)])}`,
  })

export const takeBack = (batch: string) => api.del(`${path}/${batch}`, { schema: takenBackAnswer })

/** The XML of other programs in a zip file: the portal takes no markup as a file of its own. GIFT is a text. */
export async function packed(file: File): Promise<File> {
  if (/\.gift$/i.test(file.name)) return new File([file], `${file.name}.txt`, { type: 'text/plain' })
  if (!/\.xml$/i.test(file.name)) return file
  const { default: Zip } = await import('jszip')
  const bytes = await new Zip()
    .file(file.name, await file.arrayBuffer())
    .generateAsync({ type: 'blob', compression: 'DEFLATE' })
  return new File([bytes], file.name.replace(/\.xml$/i, '.zip'), { type: 'application/zip' })
}
