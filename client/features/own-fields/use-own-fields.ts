import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  draftSaved,
  newTypeGiven,
  openings,
  ownEffect,
  ownKeyGiven,
  ownType,
  ownTypes,
  published,
} from '../../../catalogue/contract/own-fields.ts'
import type { OwnBody } from '../../../catalogue/own/body.ts'
import type { OwnTypeShape } from '../../../catalogue/own/type-body.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/own'
const done = z.object({ done: z.literal(true) })
const none = () => undefined

export const useOwnTypes = () =>
  useQuery({
    queryKey: ['own'],
    queryFn: ({ signal }) => api.get(path, { schema: ownTypes, signal, quiet: true }),
    staleTime: 0,
  })

/** One type; another type must never stand in while it loads. */
export const useOwnType = (type: string) =>
  useQuery({
    queryKey: ['own', type],
    queryFn: ({ signal }) => api.get(`${path}/${type}`, { schema: ownType, signal, quiet: true }),
    staleTime: 0,
    placeholderData: none,
  })

export const useOpenings = () =>
  useQuery({
    queryKey: ['own-openings'],
    queryFn: ({ signal }) => api.get('/api/v1/own-openings', { schema: openings, signal, quiet: true }),
    staleTime: 0,
  })

export const ownApi = {
  begin: (title: string, owner: OwnTypeShape['owner'], regime: OwnTypeShape['regime']) =>
    api.post('/api/v1/own-types', { schema: newTypeGiven, body: { title, owner, regime } }),
  newKey: (type: string) => api.post(`${path}/${type}/key`, { schema: ownKeyGiven, body: {} }),
  save: (type: string, body: OwnBody, editNo: number) =>
    api.put(`${path}/${type}/draft`, { schema: draftSaved, body: { body, editNo } }),
  drop: (type: string) => api.del(`${path}/${type}/draft`, { schema: done }),
  effect: (type: string, body: OwnBody) =>
    api.post(`${path}/${type}/effect`, { schema: ownEffect, body: { body } }),
  publish: (type: string, editNo: number, note: string) =>
    api.post(`${path}/${type}/publish`, { schema: published, body: { editNo, note } }),
  confirm: (type: string, editNo: number) =>
    api.post(`${path}/${type}/confirm`, { schema: published, body: { editNo } }),
  refuse: (type: string, editNo: number, reason: string) =>
    api.post(`${path}/${type}/refuse`, { schema: done, body: { editNo, reason } }),
  takeBack: (type: string, no: number) =>
    api.post(`${path}/${type}/take-back`, { schema: published, body: { no } }),
  open: (office: number, most: number) =>
    api.put('/api/v1/own-openings', { schema: done, body: { office, most } }),
}
