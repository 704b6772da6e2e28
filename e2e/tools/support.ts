import { expect } from 'vitest'
import type { CaseView } from '../../catalogue/contract/processes.ts'
import type { EntryPairs } from '../../catalogue/contract/support-entries.ts'
import type { Caller } from './api.ts'
import { minuteIn } from './notices.ts'

/** So many days from today, as YYYY-MM-DD. */
export const dayIn = (days: number): string => minuteIn(days * 1440).slice(0, 10)

/** Makes a move of a case at the version that is read. */
async function moved(who: Caller, path: string, action: string, more: object = {}): Promise<void> {
  const { data } = await who.get<{ version: number }>(path)
  const answer = await who.post(`${path}/${action}`, { version: data.version, ...more })
  expect(answer.status, `${action}: ${answer.text}`).toBe(200)
}

/**
 * An agreement that is carried out, by which 江城区听潮中学 supports another school; made where the demo has none.
 * @returns its number
 */
export async function paired(own: Caller, other: Caller, city: Caller): Promise<string> {
  const found = async () => {
    const { data } = await other.get<EntryPairs>('/api/v1/support/entries/pairs')
    return data.list.find(({ partner, isSupported }) => isSupported && partner === '江城区听潮中学')
  }
  const known = await found()
  if (known) return known.agreement
  const { data: at } = await other.get<{ list: { id: number; name: string }[] }>(
    `/api/v1/processes/institutions?q=${encodeURIComponent('江城区听潮中学')}`,
  )
  const begun = await other.post<CaseView>('/api/v1/support/pair', {
    about: { office: true },
    value: {
      kind: '2',
      side: '2',
      partner: at.list[0]?.id,
      fromDay: dayIn(-60),
      untilDay: dayIn(700),
      contact: '许向帆',
      content: '<p>互派教师，共同教研，每学期送教四次。</p>',
      goals: [{ goal: '99', direction: '1', target: 20, stated: '共同备课', unit: '次', start: 2 }],
    },
  })
  expect(begun.status, begun.text).toBe(200)
  const path = `/api/v1/support/pair/${begun.data.id}`
  await moved(other, path, 'propose')
  await moved(own, path, 'sign', { value: { partnerContact: '周明岚' } })
  await moved(city, path, 'record')
  return begun.data.id
}
