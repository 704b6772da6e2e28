import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  talentDetail,
  talentDifference,
  talentOutcome,
  talentPage,
  talentsAsked,
  talentSynced,
  type TalentOutcome,
} from '../../../catalogue/contract/analysis/talents.ts'
import { useViewedAsked } from '../../engine/list/use-viewed-asked.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'

const url = '/api/v1/esa'
/** Under the key of records, so that a write to any of them makes the lists stale too. */
const key = ['records', 'talents'] as const

const talentKeys = ['q', 'place', 'f.kind', 'f.level', 'f.subject', 'f.how'] as const
export type TalentKey = (typeof talentKeys)[number] | 'state'

export const useTalentsAsked = () => useViewedAsked<TalentKey>(talentKeys)
export type TalentsAsked = ReturnType<typeof useTalentsAsked>

/** What the call of the list is asked, but for the page. */
export function talentsCall({ filter, size }: TalentsAsked): Record<string, string> {
  return talentsAsked(
    Object.fromEntries(Object.entries({ ...filter, size }).filter(([, value]) => value !== '')),
  )
}

export function useTalents(asked: TalentsAsked, enabled: boolean) {
  const query = { ...talentsCall(asked), page: asked.page }
  return useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api.get(`${url}/userlist`, { schema: talentPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  })
}

export const useTalent = (id: number) =>
  useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => api.get(`${url}/userlist/${id}`, { schema: talentDetail, quiet: true, signal }),
    staleTime: 0,
    enabled: id > 0,
  })

/** What a sync would change. */
export const useDifference = () =>
  useQuery({
    queryKey: [...key, 'difference'],
    queryFn: ({ signal }) =>
      api.get(`${url}/userlist/sync`, { schema: talentDifference, quiet: true, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The acts on entries, as the paths of their calls. */
export type Press = 'confirm' | 'publish' | 'unPublish' | 'remove' | 'restore'

const done: Readonly<Record<Press, string>> = {
  confirm: '已确认',
  publish: '已发布',
  unPublish: '已取消发布',
  remove: '已移出',
  restore: '已恢复',
}

/** Says what an act did and what it left; with a button that undoes it. */
function tell(
  what: string,
  { affected, batch, skipped }: TalentOutcome,
  undo: (batch: string) => void,
): void {
  const left = skipped.length > 0 ? `；${skipped.length} 条没有办理：${skipped[0]?.reason ?? ''}` : ''
  const text = `${what} ${affected} 条${left}`
  if (affected === 0) notify.warn(`没有办理：${skipped[0]?.reason ?? ''}`, { stay: 5000 })
  else if (batch === null) notify.success(text)
  else notify.success(text, { action: { label: '撤销', run: () => undo(batch) } })
}

/** The acts on the lists; each says what it did. They answer whether it was done. */
export function useTalentActs() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const forget = () => client.invalidateQueries({ queryKey: key })
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      await forget()
      return true
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 5000 })
      return false
    } finally {
      setBusy(false)
    }
  }
  const undo = (batch: string) =>
    void run(async () => {
      const { affected } = await api.post(`${url}/undo`, { schema: talentOutcome, body: { batch } })
      notify.success(`已撤销，恢复 ${affected} 条`)
    })
  return {
    busy,
    forget,
    press: (what: Press, ids: readonly number[], reason?: string) =>
      run(async () => {
        const body = { ids, ...(reason !== undefined && { reason }) }
        tell(done[what], await api.post(`${url}/${what}`, { schema: talentOutcome, body }), undo)
      }),
    sync: (print: string) =>
      run(async () => {
        const outcome = await api.post(`${url}/userlist/sync`, { schema: talentSynced, body: { print } })
        const { added, updated, removed, batch } = outcome
        const text = `同步完成：列入 ${added} 条，更新 ${updated} 条，移出 ${removed} 条`
        notify.success(text, batch === null ? {} : { action: { label: '撤销', run: () => undo(batch) } })
      }),
    add: async (body: object) => {
      const outcome = await api.post(`${url}/add`, { schema: talentOutcome, body })
      tell('已列入', outcome, undo)
      await forget()
    },
  }
}
