import type { JoinPreview } from '../../../catalogue/contract/archive/joining.ts'
import type { Answer, Person } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { registry } from '../../app/records.ts'

export const url = '/api/v1/teacher/join'

export type Choice = {
  readonly turn?: { readonly present: 'kept' | 'joined'; readonly on: string }
  readonly fields?: readonly string[]
  readonly records?: readonly string[]
}

export type JoinAnswer = Answer<{
  readonly teacherId: number
  readonly handover: readonly { kind: string; to: string }[]
  readonly errors: readonly { field: string; message: string }[]
}>

const pair = (kept: Person, joined: Person) => ({ keptId: kept.teacherId, joinedId: joined.teacherId })

export const compare = (who: Person, kept: Person, joined: Person, choice: Choice = {}) =>
  who.post<JoinPreview>(`${url}/preview`, { ...pair(kept, joined), ...choice })

/** Looks at two people and joins them as an office does that reads before it acts. */
export async function join(
  who: Person,
  kept: Person,
  joined: Person,
  choice: Choice & { readonly version?: string; readonly confirm?: string } = {},
): Promise<JoinAnswer> {
  const { version, confirm, ...rest } = choice
  const seen = await compare(who, kept, joined, rest)
  return who.post(url, {
    ...pair(kept, joined),
    ...rest,
    version: version ?? seen.data?.version ?? 'none',
    confirm: confirm ?? seen.data?.confirm ?? '',
    reason: '证件核对一致',
  })
}

/** The basic information that a school writes of a person. */
export async function basic(
  owner: Person,
  by: Person,
  over: Readonly<Record<string, unknown>>,
): Promise<string> {
  const definition = registry['basicInfo']
  if (!definition) throw new Error('basicInfo')
  const made = await by.post('/api/v1/records/basicInfo', {
    ...sampleOf(definition, 7),
    staffNo: `N${owner.teacherId}`,
    gender: '1',
    birthDate: '1980-05-17',
    ...over,
    ownerId: owner.teacherId,
  })
  if (made.msg !== 'ok') throw new Error(`basicInfo: ${made.msg} ${JSON.stringify(made.data)}`)
  return made.data.id
}
