import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  packet,
  packetList,
  packetSaved,
  packetsSubmitted,
  type PacketSaved,
} from '../../../catalogue/contract/review/packets.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'

const url = '/api/v1/review/expert'
const key = ['expert-review'] as const

export const usePackets = () =>
  useQuery({
    queryKey: [...key, 'list'],
    queryFn: ({ signal }) => api.get(url, { schema: packetList, quiet: true, signal }),
    staleTime: 0,
  })

export const usePacket = (id: string) =>
  useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => api.get(`${url}/${id}`, { schema: packet, quiet: true, signal }),
    staleTime: 0,
    gcTime: 0,
    // What is being typed is never replaced by what the server had before.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled: id !== '',
  })

export const savePacket = (id: string, body: object): Promise<PacketSaved> =>
  api.put(`${url}/${id}`, { schema: packetSaved, body, quiet: true })

/** Handing in and giving back; each answers whether it was done. */
export function usePacketActs() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: key })
      return true
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 5000 })
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    submit: (id: string, version: number) =>
      run(async () => {
        await api.post(`${url}/${id}/submit`, { schema: packetSaved, body: { version } })
        notify.success('已提交')
      }),
    submitAll: (ids: readonly string[]) =>
      run(async () => {
        const done = await api.post(`${url}/submit`, { schema: packetsSubmitted, body: { ids } })
        notify.success(`已提交 ${done.submitted} 份${done.left > 0 ? `，${done.left} 份没有评完` : ''}`)
      }),
    avoid: (id: string, reason: string) =>
      run(async () => {
        await api.post(`${url}/${id}/avoid`, { schema: packetSaved, body: { reason } })
        notify.success('已申请回避，这份由其他专家评审')
      }),
  }
}
