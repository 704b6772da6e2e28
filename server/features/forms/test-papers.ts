import { expect } from 'vitest'
import { registry } from '../../app/records.ts'
import { idNumber, testKeys, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import type { PaperAddress, FormVerification } from '../../../catalogue/contract/forms.ts'
import { sql } from '../../platform/db/sql.ts'
import { readPdf } from '../../platform/pdf/test-read.ts'

export const ok = <T>(answer: Answer<T>): Answer<T> => {
  expect(answer.msg).toBe('ok')
  return answer
}

/** A teacher of the first school with basic information, written by the school. */
export async function enrolled(
  region: Region,
  name: string,
  more: object = {},
): Promise<{ owner: Person; basic: string; idCardNo: string }> {
  const owner = await region.add(2, region.places.school, name)
  const definition = registry['basicInfo']
  if (!definition) throw new Error('basicInfo')
  const body: Record<string, unknown> = {
    ...sampleOf(definition, 7),
    name,
    staffNo: `T${owner.personId}`,
    ...more,
  }
  const idCardNo = idNumber(String(body['birthDate']), body['gender'] === '1')
  const { data } = ok(
    await region.people.school.post('/api/v1/records/basicInfo', {
      ...body,
      idCardNo,
      ownerId: owner.teacherId,
      attachments: [],
    }),
  )
  return { owner, basic: data.id, idCardNo }
}

/** Prints a form and reads the file behind the address. */
export async function printed(region: Region, who: Person, asked: object) {
  const { data } = ok(await who.post<PaperAddress>('/api/v1/forms/print', asked))
  const bytes = await fileAt(region, data.url)
  return { ...data, bytes, ...(await readPdf(bytes)) }
}

export async function fileAt(region: Region, url: string): Promise<Uint8Array> {
  const answer = await region.app.inject({ method: 'GET', url })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return new Uint8Array(answer.rawPayload)
}

/** The code at the foot of a paper. */
export const codeIn = (text: string): string =>
  /验证码 ((?:[0-9a-z]{4} ){3}[0-9a-z]{4})/.exec(text)?.[1] ?? ''

/** What a stranger reads about a code. */
export async function verifiedAs(region: Region, code: string): Promise<FormVerification['paper']> {
  const answer = await region.app.inject({ method: 'GET', url: `/api/v1/verify/${encodeURIComponent(code)}` })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: FormVerification }>().data.paper
}

/** Gives a person an identity number and answers how a stranger names that person. */
export async function named(region: Region, person: Person, name: string) {
  const number = idNumber(`19${60 + (person.personId % 37)}-05-17`, false)
  await region.db.execute(
    sql`update person set id_no_key = ${testKeys.blind('id_no', number)} where id = ${person.personId}`,
  )
  return { name, number }
}

/** A transfer that the first school's teacher is asked for by another one; answers how to move it on. */
export async function transferOf(region: Region, person: Person, name: string, more: object = {}) {
  const about = await named(region, person, name)
  const value = {
    kind: '1',
    effectiveOn: '2027-09-01',
    reason: '工作需要',
    docNo: '东教调〔2026〕8号',
    ...more,
  }
  const { otherSchool } = region.people
  const { data } = ok(await otherSchool.post<{ id: string }>('/api/v1/transfer', { about, value }))
  const move = async (who: Person, action: string, reason = '') => {
    const seen = ok(await who.get<{ version: number }>(`/api/v1/transfer/${data.id}`))
    return ok(await who.post(`/api/v1/transfer/${data.id}/${action}`, { version: seen.data.version, reason }))
  }
  return { id: data.id, move }
}
