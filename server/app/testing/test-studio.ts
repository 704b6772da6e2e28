import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import type { Answer, Person, Region } from './test-region.ts'

export const [studioCases, studioCalls, memberCases] = [
  '/api/v1/teaching/studio',
  '/api/v1/teaching/studios',
  '/api/v1/teaching/membership',
]

let counter = 0

/** What a teacher writes to host a studio of the city, in the first days of its first year. */
export const studioForm = (more: object = {}) => ({
  name: `高中语文工作室${(counter += 1)}`,
  studioKind: '1',
  studioLevel: '3',
  subject: '13',
  schoolStage: '4',
  periodStart: addDays(today(), -86),
  periodEnd: addDays(today(), 900),
  hostIntro: '<p>正高级教师，从教二十八年，长期研究整本书阅读和写作教学。</p>',
  introduction: '<p>做整本书阅读，每学期公开全部课堂记录，欢迎同行来听课评课。</p>',
  ...more,
})

type CaseAnswer = Answer<CaseView & { readonly errors?: readonly { field: string; message: string }[] }>

/** Makes a move of a case at the version that the mover reads. */
export async function moveCase(
  who: Person,
  url: string,
  action: string,
  more: object = {},
): Promise<CaseAnswer> {
  const seen: CaseAnswer = await who.get(url)
  if (seen.status !== 200) return seen
  return who.post(`${url}/${action}`, { version: seen.data.version, ...more })
}

export const rules = { capacity: 10, schoolCap: 3, ruralShare: 0 }

/** A studio of the city that was applied for, recommended and set up. Answers its number. */
export async function runningStudio(
  { people: { school, city, siblingSchool }, places }: Region,
  host: Person,
  { form = {}, value = {} }: { readonly form?: object; readonly value?: object } = {},
): Promise<string> {
  const begun: CaseAnswer = await host.post(studioCases, { about: {}, value: studioForm(form) })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun))
  const { id } = begun.data
  const own = host.institutionId === places.sibling ? siblingSchool : school
  const steps = [
    [host, 'submit', {}],
    [own, 'approve', {}],
    [city, 'approve', { value: { ...rules, ...value } }],
  ] as const
  for (const [who, action, more] of steps) {
    const done = await moveCase(who, `${studioCases}/${id}`, action, more)
    if (done.status !== 200) throw new Error(`${action} ${JSON.stringify(done)}`)
  }
  return id
}

/** Writes the tasks of the first year. */
export const planned = (host: Person, id: string, tasks: readonly object[], version = 0) =>
  host.put<{ version: number }>(`${studioCalls}/${id}/plan`, { year: 1, version, tasks })

/** An application to a studio as a draft with its reason. */
export async function applicationTo(who: Person, id: string, value: object = {}): Promise<string> {
  const begun = await who.post<{ id: string }>(`${studioCalls}/${id}/applications`, {})
  if (begun.status !== 200) throw new Error(JSON.stringify(begun))
  const url = `${memberCases}/${begun.data.id}`
  const { data } = await who.get<CaseView>(url)
  const reason = '想跟着主持人系统研究整本书阅读，把课堂记录带回本校一起讨论。'
  const saved = await who.put(url, { version: data.version, value: { reason, ...value } })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved))
  return begun.data.id
}
