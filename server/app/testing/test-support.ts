import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { begunPair, pairCases } from './test-pair.ts'
import type { Answer, Person, Region } from './test-region.ts'
import { moveCase } from './test-studio.ts'

export const [needCases, needCalls, offerCases, entryCases, entryCalls] = [
  '/api/v1/support/need',
  '/api/v1/support/needs',
  '/api/v1/support/offer',
  '/api/v1/support/entry',
  '/api/v1/support/entries',
]

/** Two institutions of the city that signed an agreement, recorded by the city and begun. Answers its number. */
export async function pairBetween(
  region: Region,
  { supporter, supported }: { readonly supporter: Person; readonly supported: Person },
): Promise<string> {
  const url = await begunPair(region, supporter, {
    partner: supported.institutionId,
    fromDay: addDays(today(), -200),
    untilDay: addDays(today(), 500),
  })
  const steps = [
    [supporter, 'propose', {}],
    [supported, 'sign', { value: { partnerContact: '柏见山' } }],
    [region.people.city, 'record', {}],
  ] as const
  for (const [who, action, more] of steps) {
    const done = await moveCase(who, url, action, more)
    if (done.status !== 200) throw new Error(`${action} ${JSON.stringify(done)}`)
  }
  return url.slice(pairCases.length + 1)
}

export type CaseAnswer = Answer<
  CaseView & { readonly errors?: readonly { readonly field: string; readonly message: string }[] }
>

let counter = 0

/** What a school writes that needs two lectures in the next months. */
export const needForm = (more: object = {}) => ({
  title: `物理讲座${(counter += 1)}`,
  needKind: '4',
  places: 2,
  schoolStage: '3',
  subject: '16',
  startOn: addDays(today(), 20),
  endOn: addDays(today(), 80),
  detail: '八、九年级物理教师缺两人，想请结对学校每月来讲一次实验教学的设计。',
  ...more,
})

/** A need that was published. Answers its number. */
export async function publishedNeed(who: Person, more: object = {}): Promise<string> {
  const begun: CaseAnswer = await who.post(needCases, { about: { office: true }, value: needForm(more) })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun))
  const done = await moveCase(who, `${needCases}/${begun.data.id}`, 'publish')
  if (done.status !== 200) throw new Error(JSON.stringify(done))
  return begun.data.id
}

/** Writes the form of a case that is open to its holder. */
export async function written(who: Person, url: string, value: object): Promise<CaseAnswer> {
  const seen: CaseAnswer = await who.get(url)
  if (seen.status !== 200) return seen
  return who.put(url, { version: seen.data.version, value })
}

/** A draft of an offer. Answers its number. */
export async function offerDraft(who: Person, need: string, value: object = {}): Promise<string> {
  const begun: Answer<{ readonly id: string }> = await who.post(`${needCalls}/${need}/offers`, {})
  if (begun.status !== 200) throw new Error(JSON.stringify(begun))
  const kept = await written(who, `${offerCases}/${begun.data.id}`, value)
  if (kept.status !== 200) throw new Error(JSON.stringify(kept))
  return begun.data.id
}

/** A draft of an entry of an agreement, written whole. Answers its number. */
export async function entryDraft(who: Person, agreement: string, value: object = {}): Promise<string> {
  const begun: Answer<{ readonly id: string }> = await who.post(entryCalls, { agreement, kind: '1' })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun))
  const kept = await written(who, `${entryCases}/${begun.data.id}`, {
    title: '送教：浮力演示实验',
    fromOn: addDays(today(), -20),
    toOn: addDays(today(), -20),
    place: '沙扒镇初级中学',
    subject: '16',
    lessons: 2,
    content: '两节课，课后和物理组讨论演示实验的改进。',
    ...value,
  })
  if (kept.status !== 200) throw new Error(JSON.stringify(kept))
  return begun.data.id
}

/** Agreements that tests of any process begin their cases with, by the supported school. */
const agreements = new WeakMap<Person, Promise<string>>()

/** A draft of a process of counterpart support, with the agreement and the need that it asks for; null for others. */
export async function supportCase(region: Region, type: string): Promise<string | null> {
  if (!['supportNeed', 'supportOffer', 'supportEntry'].includes(type)) return null
  const { school, siblingSchool, otherSchool } = region.people
  // Offers are for the needs of another school: a school has one draft of a need at a time.
  const supported = type === 'supportOffer' ? siblingSchool : school
  const known = agreements.get(supported)
  const agreement = known ?? pairBetween(region, { supporter: otherSchool, supported })
  agreements.set(supported, agreement)
  if (type === 'supportEntry')
    return entryDraft(school, await agreement, { people: [{ name: '林疏影', org: '东区一中', hours: 1 }] })
  await agreement
  if (type === 'supportOffer')
    return offerDraft(otherSchool, await publishedNeed(siblingSchool, { places: 50 }), { number: 1 })
  const begun: CaseAnswer = await school.post(needCases, { about: { office: true }, value: needForm() })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun))
  return begun.data.id
}
