import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { BoardKey } from '../../../../catalogue/boards/board.ts'
import type { BoardLayout } from '../../../../catalogue/boards/layout.ts'
import {
  boardDetail,
  boardLines,
  screen,
  shareMade,
  shares,
  versionLayout,
  type ShareAsk,
} from '../../../../catalogue/contract/analysis/boards.ts'
import { api } from '../../../platform/api/api.ts'

const linesKey = ['boards', 'list'] as const
const sharesKey = ['boards', 'shares'] as const
const detailKey = (board: BoardKey) => ['boards', 'one', board] as const

/** The boards of the own office. */
export const useBoardLines = () =>
  useQuery({
    queryKey: linesKey,
    queryFn: ({ signal }) => api.get('/api/v1/boards', { schema: boardLines, quiet: true, signal }),
  })

/** The links of the own office. */
export const useShares = () =>
  useQuery({
    queryKey: sharesKey,
    queryFn: ({ signal }) => api.get('/api/v1/board-shares', { schema: shares, quiet: true, signal }),
  })

/** The layout in force and the saves of the own office. */
export const useBoardDetail = (board: BoardKey) =>
  useQuery({
    queryKey: detailKey(board),
    queryFn: ({ signal }) => api.get(`/api/v1/boards/${board}`, { schema: boardDetail, quiet: true, signal }),
    // Somebody is editing what was read: it changes by a save only.
    staleTime: Infinity,
    refetchOnMount: 'always',
  })

/** The board as a layout would make it; asked when the layout is right. */
export const usePreview = (layout: BoardLayout | null, institution: number | null) =>
  useQuery({
    queryKey: ['boards', 'preview', layout, institution],
    queryFn: ({ signal }) =>
      api.post(`/api/v1/screen/${layout?.board ?? ''}/preview`, {
        schema: screen,
        body: { layout, ...(institution !== null && { institution }) },
        quiet: true,
        signal,
      }),
    enabled: layout !== null,
    retry: false,
  })

/** The acts on boards and their links; each makes what was read stale. */
export function useBoardActs() {
  const client = useQueryClient()
  const again = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: linesKey }),
      client.invalidateQueries({ queryKey: sharesKey }),
      client.invalidateQueries({ queryKey: ['screen'] }),
    ])
  return {
    save: async (board: BoardKey, body: { layout: BoardLayout | null; after: number; note: string }) => {
      const saved = await api.put(`/api/v1/boards/${board}`, { schema: boardDetail, body })
      client.setQueryData(detailKey(board), saved)
      await again()
      return saved
    },
    version: (board: BoardKey, version: number) =>
      api.get(`/api/v1/boards/${board}/versions/${version}`, { schema: versionLayout }),
    share: async (body: ShareAsk) => {
      const made = await api.post('/api/v1/board-shares', { schema: shareMade, body })
      await again()
      return made
    },
    revoke: async (id: number) => {
      await api.del(`/api/v1/board-shares/${id}`, { schema: z.boolean() })
      await again()
    },
  }
}
