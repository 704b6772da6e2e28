import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  siteList,
  sitePreview,
  sitePublished,
  siteSaved,
  siteVersion,
  siteView,
} from '../../../catalogue/contract/portal/sites.ts'
import type { SiteBody } from '../../../catalogue/sites/body.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/site'
const done = z.object({ done: z.literal(true) })

export const useSites = () =>
  useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => api.get(path, { schema: siteList, signal, quiet: true }),
    staleTime: 0,
  })

/** One site; another one must never stand in while it loads. */
export const useSiteView = (client: number) =>
  useQuery({
    queryKey: ['site', client],
    queryFn: ({ signal }) => api.get(`${path}/${client}`, { schema: siteView, signal, quiet: true }),
    staleTime: 0,
    placeholderData: () => undefined,
  })

export const siteApi = {
  save: (client: number, body: SiteBody, editNo: number) =>
    api.put(`${path}/${client}/draft`, { schema: siteSaved, body: { body, editNo } }),
  drop: (client: number) => api.del(`${path}/${client}/draft`, { schema: done }),
  preview: (client: number, body: SiteBody) =>
    api.post(`${path}/${client}/preview`, { schema: sitePreview, body: { body } }),
  publish: (client: number, editNo: number, note: string) =>
    api.post(`${path}/${client}/publish`, { schema: done, body: { editNo, note } }),
  confirm: (client: number, editNo: number) =>
    api.post(`${path}/${client}/confirm`, { schema: sitePublished, body: { editNo } }),
  refuse: (client: number, editNo: number, reason: string) =>
    api.post(`${path}/${client}/refuse`, { schema: done, body: { editNo, reason } }),
  version: (client: number, no: number) =>
    api.get(`${path}/${client}/versions/${no}`, { schema: siteVersion }),
  back: (client: number, no: number, note: string) =>
    api.post(`${path}/${client}/back`, { schema: sitePublished, body: { no, note } }),
}
