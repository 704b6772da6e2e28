import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import type { Answer, Person, Region } from './test-region.ts'
import { moveCase } from './test-studio.ts'

/** The calls of the case, and those of its goals. */
export const [pairCases, pairCalls] = ['/api/v1/support/pair', '/api/v1/support/agreement']

/** What a school writes to support a school of its district, for three years from today. */
export const pairForm = ({ places }: Region, more: object = {}) => ({
  kind: '2',
  side: '1',
  partner: places.sibling,
  contact: '容与之',
  fromDay: today(),
  untilDay: addDays(today(), 1095),
  content: '<p>每学期送教四节，跟岗两人，同课异构两场。</p>',
  goals: [{ goal: '01', direction: '1', target: 40 }],
  ...more,
})

type CaseAnswer = Answer<CaseView & { readonly errors?: readonly { field: string; message: string }[] }>

/** Begins an agreement as a draft. Answers the address of its case. */
export async function begunPair(region: Region, by: Person, more: object = {}): Promise<string> {
  const begun: CaseAnswer = await by.post(pairCases, {
    about: { office: true },
    value: pairForm(region, more),
  })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun))
  return `${pairCases}/${begun.data.id}`
}

/** An agreement that both schools signed and the district recorded. Answers its number. */
export async function agreedPair(region: Region, more: object = {}): Promise<string> {
  const { school, siblingSchool, area } = region.people
  const url = await begunPair(region, school, more)
  const steps = [
    [school, 'propose', {}],
    [siblingSchool, 'sign', { value: { partnerContact: '柏见山' } }],
    [area, 'record', {}],
  ] as const
  for (const [who, action, value] of steps) {
    const done = await moveCase(who, url, action, value)
    if (done.status !== 200) throw new Error(`${action} ${JSON.stringify(done)}`)
  }
  return url.slice(pairCases.length + 1)
}
