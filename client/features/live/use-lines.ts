import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import {
  linesTold,
  liveLines,
  type LiveLine,
  type LiveLines,
} from '../../../catalogue/contract/teaching/live-lines.ts'
import { api } from '../../platform/api/api.ts'
import { readEvents } from '../../platform/api/read-events.ts'

const url = (id: number, more = '') => `/api/v1/lives/${id}/lines${more}`

/** Milliseconds before a stream that ended is opened again. */
const pauseMs = 3_000

/** Lines with what came: a line that changed takes the place of its older self, and hidden ones go. */
export function withLines(before: readonly LiveLine[], came: readonly LiveLine[]): LiveLine[] {
  const all = new Map([...before, ...came].map((line) => [line.no, line]))
  return [...all.values()]
    .filter(({ state, text }) => state !== 'hidden' || text !== '')
    .toSorted((a, b) => a.no - b.no)
}

/** The lines beside a broadcast, kept up to date by a stream. */
export function useLines(id: number) {
  const cache = useQueryClient()
  const answer = useQuery({
    queryKey: ['live-lines', id],
    queryFn: ({ signal }) => api.get(url(id), { schema: liveLines, signal, quiet: true, background: true }),
    refetchInterval: 60_000,
  })
  useEffect(() => {
    const stop = new AbortController()
    const take = (event: string, told: unknown) => {
      const read = linesTold.safeParse(told)
      if (event !== 'lines' || !read.success) return
      cache.setQueryData<LiveLines>(['live-lines', id], (data) =>
        data ? { ...data, lines: withLines(data.lines, read.data.lines) } : data,
      )
    }
    void follow(id, take, stop.signal)
    return () => stop.abort()
  }, [cache, id])
  return answer
}

/** Reads the stream again and again, until it is given up. */
async function follow(
  id: number,
  take: (event: string, told: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await readEvents(url(id, '/stream'), take, signal).catch(() => undefined)
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}

/** Says a line, and what the host does with one. */
export function useLineActs(id: number) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: ['live-lines', id] })
  const schema = z.literal(true)
  return {
    say: useMutation({
      mutationFn: (text: string) => api.post(url(id), { schema, body: { text }, quiet: true }),
      onSettled,
    }),
    decide: useMutation({
      mutationFn: ({ no, ...body }: { no: number; state: 'shown' | 'hidden'; reason: string }) =>
        api.put(url(id, `/${no}`), { schema, body, quiet: true }),
      onSettled,
    }),
    mute: useMutation({
      mutationFn: ({ no, ...body }: { no: number; on: boolean; reason: string }) =>
        api.put(url(id, `/${no}/mute`), { schema, body, quiet: true }),
      onSettled,
    }),
  }
}
